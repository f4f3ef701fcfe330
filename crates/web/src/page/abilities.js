// The buttons and keys that can be used now.
import { extendsGame, hasLines, isClosed, isFree, isOver, isProgramsTurn, isStudy, offered, playingSide, showsScores, shownEntry, shownLine, shownOutcome, shownPlace, triesForProgram, userSide } from "./derived.js";
import { beginsWith, complete } from "./line.js";
import { FIRST_GAME, isStandard } from "./state.js";

/** @type {Abilities} */
export function abilities(state) {
  const { at, game, chain, prefs: { theme, arrows, ...pressed } } = state;
  const setting = state.setup !== null, trying = state.tried.length > 0;
  const plays = playingSide(state) !== null && !setting, contest = plays && !isOver(state), ended = plays && shownOutcome(state) !== null && !trying;
  const place = shownPlace(state);
  const isGame = beginsWith(game.moves, shownLine(state)), isVariation = trying && !isGame && shownEntry(state) !== undefined;
  // The first move of a program stays: the user would have no turn.
  const kept = userSide(state) && state.going && state.seats[game.turn] !== "human" ? 1 : 0;
  const begin = at === 0 || setting, end = at === game.moves.length || setting;
  return {
    disabled: {
      first: begin, back: begin, forward: end, last: end, "take-back": setting || (at <= kept && !trying && !isClosed(state)), "play-again": end,
      resign: !userSide(state) && !end, draw: isProgramsTurn(state) || !end,
      hint: !place || place.moves.length === 0 || shownOutcome(state) !== null || setting, review: game.moves.length === 0 || setting, "play-tried": triesForProgram(state),
      pdn: !isStandard(game), fen: !isStandard({ ...FIRST_GAME, shape: game.shape }),
    },
    hidden: {
      resign: !contest, draw: !contest, rematch: !ended, "review-game": !ended || game.moves.length === 0 || state.review !== null,
      hint: ended,
      "play-tried": isStudy(state) || isClosed(state), keep: !hasLines(state) || isVariation || !trying || extendsGame(state) || isGame, promote: !isVariation, delete: trying ? !isVariation : at === 0 || (contest && isProgramsTurn(state)),
      going: isOver(state) || isFree(state), restore: state.message?.offer !== "restore", games: state.games.length < 2, again: state.message?.offer !== "again",
      pass: !place?.passes || isProgramsTurn(state) || setting, stop: !complete(offered(state), chain),
    },
    // Why a button is disabled.
    title: {
      draw: isProgramsTurn(state) ? "Wait for the program's move" : end ? "" : "Go to the end of the game first",
      "play-tried": triesForProgram(state) ? "Programs choose their own moves" : "",
    },
    "aria-pressed": { ...pressed, arrows: showsScores(state), setup: setting, review: state.review !== null },
  };
}
