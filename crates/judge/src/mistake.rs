//! Mistakes that people make when they write a program that ranks moves.

use std::fmt;

/// Defines [`Mistake`] with its names and sentences, in one table.
macro_rules! mistakes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $sentence:literal;)*) => {
        /// A way in which a program departs from the definition. Each mistake is a switch of
        /// [`Mutant`](super::Mutant).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Mistake {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Mistake {
            /// All mistakes: in moving, then in scores, in the output, in reading the file.
            pub const ALL: &'static [Mistake] = &[$(Mistake::$variant),*];

            /// Returns the name that options and reports use: words joined by `-`.
            pub const fn name(self) -> &'static str {
                match self { $(Mistake::$variant => $name),* }
            }

            /// Returns a clause that ends the sentence "your program behaves as if …".
            pub const fn sentence(self) -> &'static str {
                match self { $(Mistake::$variant => $sentence),* }
            }
        }
    };
}

mistakes! {
    /// Men step in all four directions.
    MenStepBackward = "men-step-backward", "men could step backward";
    /// Men move backward instead of forward.
    MenMoveBackwardOnly = "men-move-backward-only", "men moved backward instead of forward";
    /// Men jump in all four directions.
    MenJumpBackward = "men-jump-backward", "men could jump backward";
    /// Kings step like men.
    KingsStepForwardOnly = "kings-step-forward-only", "kings could not step backward";
    /// Kings jump like men.
    KingsJumpForwardOnly = "kings-jump-forward-only", "kings could not jump backward";
    /// A man that is crowned by a jump continues as a king.
    CrownedManJumpsOn = "crowned-man-jumps-on", "a man that a jump crowns could continue jumping in the same move";
    /// A king that jumps to the rank on which its side's men are crowned stops there.
    KingStopsOnCrowningRank = "king-stops-on-crowning-rank", "a king's chain ended on the rank where its side's men are crowned";
    /// A man that reaches its crowning rank by a jump stays a man.
    NotCrownedByJump = "not-crowned-by-jump", "a man that reaches its crowning rank by a jump were not crowned";
    /// A man that reaches its crowning rank by a step stays a man.
    NotCrownedByStep = "not-crowned-by-step", "a man that reaches its crowning rank by a step were not crowned";
    /// A man is crowned one rank too soon.
    CrownedTooSoon = "crowned-too-soon", "men were crowned one rank before the last";
    /// Pieces jump over pieces of their own side, and capture them.
    OwnPiecesJumped = "own-pieces-jumped", "a piece could jump over one of its own side";
    /// A jumped piece stays on the board.
    NothingTaken = "nothing-taken", "a jumped piece stayed on the board";
    /// A chain removes only the last of the pieces that it jumps, at the end of the move.
    OnlyLastTaken = "only-last-taken", "a chain took only the last piece that it jumps";
    /// A jumped piece can be jumped once more before it is removed.
    JumpedTwice = "jumped-twice", "a piece could be jumped twice in one move";
    /// The square on which a chain began counts as occupied.
    CircleRefused = "circle-refused", "a king could not return to the square where its chain began";
    /// A jump is never forced.
    CaptureNotForced = "capture-not-forced", "a jump were never forced";
    /// A jump is forced for the first move only, not for the replies.
    CaptureForcedAtRootOnly = "capture-forced-at-root-only", "a jump were forced for the first move only, not in the replies";
    /// A piece that can jump must jump; other pieces may step.
    CaptureForcedForThatPieceOnly = "capture-forced-for-that-piece-only", "only the piece that can jump had to, while others may step";
    /// A jump is forced under `no capture` as well.
    CaptureAlwaysForced = "capture-always-forced", "a jump were forced under `no capture` as well";
    /// A chain cannot stop early under `no capture`.
    NoEarlyStop = "no-early-stop", "a chain could not stop early under `no capture`";
    /// A chain may stop early under `capture`.
    EarlyStop = "early-stop", "a chain could stop early under `capture`";
    /// Chains are allowed under `single jumps` as well.
    AlwaysMultiple = "always-multiple", "chains were allowed under `single jumps`";
    /// Moves have at most one jump under `multiple jumps`.
    AlwaysSingle = "always-single", "a move were never more than one jump";
    /// Only the jumps that capture the most pieces are legal.
    LongestChainForced = "longest-chain-forced", "of all jumps only the longest were allowed";
    /// Only the jumps that capture the most pieces are legal, under `capture`.
    LongestCaptureForced = "longest-capture-forced", "of all jumps only the longest were allowed under `capture`";
    /// A move has at most two jumps.
    TwoJumpsAtMost = "two-jumps-at-most", "a move had at most two jumps";
    /// A move has at most three jumps.
    ThreeJumpsAtMost = "three-jumps-at-most", "a move had at most three jumps";
    /// Only the first of the moves with the same first and last square is listed.
    EqualEndsMerged = "equal-ends-merged", "only the first of several moves with the same start and end were listed";
    /// Only the last of the moves with the same first and last square is listed.
    EqualEndsReplaced = "equal-ends-replaced", "of moves that begin and end on the same squares only the last were listed";
    /// Pieces on the file at the right edge are not moved.
    LastFileForgotten = "last-file-forgotten", "pieces on the last file could not move";
    /// A chain is written with only its first and last square.
    ChainEndsOnly = "chain-ends-only", "a chain were written with its first and last square only";
    /// A king counts as much as a man.
    KingsCountOne = "kings-count-one", "a king counted 1";
    /// A king counts as much as three men.
    KingsCountThree = "kings-count-three", "a king counted 3";
    /// A king counts 0.
    KingsCountZero = "kings-count-zero", "a king counted 0";
    /// The opponent's pieces are not counted.
    OwnMaterialOnly = "own-material-only", "only the player's own pieces counted";
    /// The material balance loses its sign.
    MaterialWithoutSign = "material-without-sign", "the score of the material were never below 0";
    /// The material is red's minus black's; players without moves are scored correctly.
    MaterialAlwaysReds = "material-always-reds", "the material were always red's minus black's";
    /// Each score is from red's point of view.
    ScoreAlwaysReds = "score-always-reds", "every score were red's, also for black's moves";
    /// At depth 0 a move is scored from the opponent's point of view.
    ScoreOfOpponent = "score-of-opponent", "the score after the last move were that of the opponent";
    /// At depth 0 a move has the score of the board before it.
    ScoreBeforeMove = "score-before-move", "the score were that of the board before the last move";
    /// The boards after the last moves are always scored from the first player's point of view.
    RootPlayersView = "root-players-view", "the score after the last move were always that of the player who moves first";
    /// The tree prints each score for the player who moves first.
    RootPlayersScorePrinted = "root-players-score-printed", "-v printed all scores as those of the player who moves first";
    /// The best reply's score is taken unchanged.
    SignNotTurned = "sign-not-turned", "the sign of the best reply's score were not changed";
    /// The opponent chooses the reply with the lowest score.
    WorstReply = "worst-reply", "the opponent chose the worst reply";
    /// The score comes from the first reply.
    FirstReply = "first-reply", "the opponent chose the first reply";
    /// The score comes from the last reply.
    LastReply = "last-reply", "the opponent chose the last reply";
    /// The scores of the replies are added.
    RepliesSummed = "replies-summed", "the scores of all replies were added";
    /// The best score begins at 0, so it is never below 0.
    BestStartsAtZero = "best-starts-at-zero", "the best score began at 0, so that no reply counted less";
    /// A best reply of 0 counts as no reply.
    ZeroIsNoReply = "zero-is-no-reply", "a best reply with score 0 were no reply";
    /// The replies are moves of the same player.
    SamePlayerReplies = "same-player-replies", "the same player moved again instead of the opponent";
    /// The depth is not used.
    DepthIgnored = "depth-ignored", "the depth were always 0";
    /// Depth 0 is treated as depth 1.
    DepthZeroIsOne = "depth-zero-is-one", "depth 0 were depth 1";
    /// The search goes one ply deeper.
    DepthOneMore = "depth-one-more", "the depth were one more";
    /// The search stops a ply before it should.
    DepthOneLess = "depth-one-less", "the depth were one less";
    /// A move that leaves no reply is scored as a loss.
    NoReplyLoses = "no-reply-loses", "a move that leaves no reply scored -99";
    /// A move that leaves no reply scores 0.
    NoReplyZero = "no-reply-zero", "a move that leaves no reply scored 0";
    /// A move that leaves no reply has the score of the material.
    NoReplyMaterial = "no-reply-material", "a move that leaves no reply scored the material";
    /// A move that leaves no reply is scored as at depth 0: -99 if the player who made it cannot move either.
    NoReplyStatic = "no-reply-static", "a move that leaves no reply were scored as at depth 0";
    /// A move that leaves no reply is scored as a loss unless it captures the last piece.
    NoReplyBlocked = "no-reply-blocked", "a move that leaves the opponent pieces but no reply scored -99";
    /// The score is the material even if a player cannot move.
    StuckForgotten = "stuck-forgotten", "scores ignored whether the players can move";
    /// For a player who cannot move, the score is the material; it is 99 if the opponent cannot move either.
    OwnStuckForgotten = "own-stuck-forgotten", "a player who cannot move did not score -99";
    /// For a player whose opponent cannot move, the score is the material.
    OtherStuckForgotten = "other-stuck-forgotten", "a player whose opponent cannot move did not score 99";
    /// For a player whose opponent has pieces but no moves, the score is the material. If the opponent has no
    /// pieces, the score is right.
    OtherBlockedForgotten = "other-blocked-forgotten", "an opponent with pieces but no moves were not blocked";
    /// The score is 99 instead of -99 if neither player can move.
    StuckOrder = "stuck-order", "the score were 99 if neither player can move";
    /// A player who can jump but not step counts as one without moves, in scores.
    StuckDespiteJumps = "stuck-despite-jumps", "a player who can only jump were scored as one who cannot move";
    /// The best reply to one move is compared with the replies to the next.
    BestCarriedOver = "best-carried-over", "the best score were not reset, and carried into the next move";
    /// Without `-v`, scores are stored by board and player, without the remaining depth.
    DepthNotInMemo = "depth-not-in-memo", "positions were looked up without the remaining depth";
    /// A move that leads to a position on the path from the root, root included, scores 0.
    RepetitionDrawn = "repetition-drawn", "a move to a position that occurred before scored 0";
    /// Moves are listed in the order in which they are found.
    Unsorted = "unsorted", "moves were listed in the order they are found, not alphabetically";
    /// The moves in the file are not played.
    MovesNotPlayed = "moves-not-played", "the moves in the file were not played";
    /// Only the first of the moves in the file is played.
    FirstMoveOnly = "first-move-only", "only the first of the moves in the file were played";
    /// The moves in the file remove no pieces.
    MovesTakeNothing = "moves-take-nothing", "the moves in the file took no pieces";
    /// The moves in the file make no kings.
    MovesCrownNoMan = "moves-crown-no-man", "the moves in the file crowned no men";
    /// After the moves in the file, the player given by `TURN:` is to move.
    TurnNotPassed = "turn-not-passed", "the moves in the file did not change the turn";
    /// Red is always to move.
    TurnIgnored = "turn-ignored", "red were always to move";
    /// A flipped board is read as a board that is not flipped.
    FlippedMisread = "flipped-misread", "the squares of a flipped board were those of the standard board";
    /// Squares of a flipped board have the names of their neighbours.
    FlippedMisnamed = "flipped-misnamed", "the squares of a flipped board had the names of the standard board's";
    /// Ranks are counted from the top.
    RanksUpsideDown = "ranks-upside-down", "the first row of the board were rank 1";
    /// Words and pieces in comments count.
    CommentsRead = "comments-read", "words and pieces in comments counted";
    /// Kings in the file are men.
    KingsReadAsMen = "kings-read-as-men", "the kings in the file were men";
    /// The rule `capture` is found in `no capture`.
    NoIgnored = "no-ignored", "`no capture` in the file were `capture`";
}

impl Mistake {
    /// Returns whether the mistake is in the search: it breaks no rule of movement, and does not change the
    /// score of the board right after the first move.
    pub(super) fn is_of_search(self) -> bool {
        matches!(
            self,
            Mistake::SignNotTurned
                | Mistake::WorstReply
                | Mistake::FirstReply
                | Mistake::DepthOneMore
                | Mistake::DepthOneLess
                | Mistake::NoReplyLoses
                | Mistake::NoReplyMaterial
                | Mistake::NoReplyStatic
                | Mistake::NoReplyBlocked
                | Mistake::BestCarriedOver
                | Mistake::RootPlayersView
                | Mistake::LastReply
                | Mistake::RepliesSummed
                | Mistake::BestStartsAtZero
                | Mistake::ZeroIsNoReply
                | Mistake::SamePlayerReplies
                | Mistake::DepthIgnored
                | Mistake::NoReplyZero
                | Mistake::DepthNotInMemo
                | Mistake::RepetitionDrawn
        )
    }

    /// Returns whether a program may make the mistake for one player only.
    pub(super) fn is_of_player(self) -> bool {
        use Mistake as M;
        let is_shared = self >= M::Unsorted
            || matches!(self, M::DepthIgnored | M::DepthZeroIsOne | M::DepthOneMore | M::DepthOneLess)
            || matches!(self, M::ScoreAlwaysReds | M::MaterialAlwaysReds | M::RootPlayersView)
            || matches!(self, M::RootPlayersScorePrinted | M::CaptureForcedAtRootOnly)
            || matches!(self, M::DepthNotInMemo | M::RepetitionDrawn);
        !is_shared
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
