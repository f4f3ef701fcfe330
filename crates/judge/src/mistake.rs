//! Mistakes that people make when they write a program that ranks moves, and sets of mistakes.

use std::fmt;

use rankmoves_core::Player;

/// A trait of a mistake, in the last column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trait {
    /// The mistake is in the search: it breaks no rule of movement, and does not change the score of the board
    /// right after the first move.
    Search,
    /// No program makes the mistake for one player only.
    Both,
}

/// Defines [`Mistake`] in one table: variant, name, sentence and traits. The documentation of a variant is its
/// sentence, followed by the details above its row, if any.
macro_rules! mistakes {
    ($($(#[doc = $details:literal])* $variant:ident = $name:literal, $sentence:literal $(, $trait:ident)*;)*) => {
        /// A way in which a program departs from the definition. Each mistake is a switch of
        /// [`Mutant`](super::Mutant).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Mistake {
            $(
                #[doc = concat!("The program behaves as if ", $sentence, ".\n")]
                $(#[doc = $details])*
                $variant,
            )*
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

            fn traits(self) -> &'static [Trait] {
                match self { $(Mistake::$variant => &[$(Trait::$trait),*]),* }
            }
        }
    };
}

mistakes! {
    MenStepBackward = "men-step-backward", "men could step backward";
    MenMoveBackwardOnly = "men-move-backward-only", "men moved backward instead of forward";
    MenJumpBackward = "men-jump-backward", "men could jump backward";
    KingsStepForwardOnly = "kings-step-forward-only", "kings could not step backward";
    KingsJumpForwardOnly = "kings-jump-forward-only", "kings could not jump backward";
    CrownedManJumpsOn = "crowned-man-jumps-on", "a man that a jump crowns could continue jumping in the same move";
    KingStopsOnCrowningRank = "king-stops-on-crowning-rank", "a king's chain ended on the rank where its side's men are crowned";
    NotCrownedByJump = "not-crowned-by-jump", "a man that reaches its crowning rank by a jump were not crowned";
    NotCrownedByStep = "not-crowned-by-step", "a man that reaches its crowning rank by a step were not crowned";
    CrownedTooSoon = "crowned-too-soon", "men were crowned one rank before the last";
    /// Pieces jump over pieces of their own side, and capture them.
    OwnPiecesJumped = "own-pieces-jumped", "a piece could jump over one of its own side";
    NothingTaken = "nothing-taken", "a jumped piece stayed on the board";
    /// A chain removes only the last of the pieces that it jumps, at the end of the move.
    OnlyLastTaken = "only-last-taken", "a chain took only the last piece that it jumps";
    /// A jumped piece can be jumped once more before it is removed.
    JumpedTwice = "jumped-twice", "a piece could be jumped twice in one move";
    /// The square on which a chain began counts as occupied.
    CircleRefused = "circle-refused", "a king could not return to the square where its chain began";
    CaptureNotForced = "capture-not-forced", "a jump were never forced";
    CaptureForcedAtRootOnly = "capture-forced-at-root-only", "a jump were forced for the first move only, not in the replies", Both;
    CaptureForcedForThatPieceOnly = "capture-forced-for-that-piece-only", "only the piece that can jump had to jump, while others could step";
    CaptureAlwaysForced = "capture-always-forced", "a jump were forced under `no capture` as well";
    NoEarlyStop = "no-early-stop", "a chain could not stop early under `no capture`";
    EarlyStop = "early-stop", "a chain could stop early under `capture`";
    AlwaysMultiple = "always-multiple", "chains were allowed under `single jumps`";
    AlwaysSingle = "always-single", "a move were never more than one jump";
    LongestChainForced = "longest-chain-forced", "of all jumps only the longest were allowed";
    LongestCaptureForced = "longest-capture-forced", "of all jumps only the longest were allowed under `capture`";
    TwoJumpsAtMost = "two-jumps-at-most", "a move had at most two jumps";
    ThreeJumpsAtMost = "three-jumps-at-most", "a move had at most three jumps";
    EqualEndsMerged = "equal-ends-merged", "only the first of several moves with the same start and end were listed";
    EqualEndsReplaced = "equal-ends-replaced", "of moves that begin and end on the same squares only the last were listed";
    LastFileForgotten = "last-file-forgotten", "pieces on the last file could not move";
    ChainEndsOnly = "chain-ends-only", "a chain were written with its first and last square only";
    KingsCountOne = "kings-count-one", "a king counted 1";
    KingsCountThree = "kings-count-three", "a king counted 3";
    KingsCountZero = "kings-count-zero", "a king counted 0";
    OwnMaterialOnly = "own-material-only", "only the player's own pieces counted";
    MaterialWithoutSign = "material-without-sign", "the score of the material were never below 0";
    /// The material is red's minus black's; players without moves are scored correctly.
    MaterialAlwaysReds = "material-always-reds", "the material were always red's minus black's", Both;
    ScoreAlwaysReds = "score-always-reds", "every score were red's, also for black's moves", Both;
    ScoreOfOpponent = "score-of-opponent", "the score after the last move were that of the opponent";
    ScoreBeforeMove = "score-before-move", "the score were that of the board before the last move";
    RootPlayersView = "root-players-view", "the score after the last move were always that of the player who moves first", Search, Both;
    RootPlayersScorePrinted = "root-players-score-printed", "-v printed all scores as those of the player who moves first", Both;
    SignNotTurned = "sign-not-turned", "the sign of the best reply's score were not changed", Search;
    WorstReply = "worst-reply", "the opponent chose the worst reply", Search;
    FirstReply = "first-reply", "the opponent chose the first reply", Search;
    LastReply = "last-reply", "the opponent chose the last reply", Search;
    RepliesSummed = "replies-summed", "the scores of all replies were added", Search;
    BestStartsAtZero = "best-starts-at-zero", "the best score began at 0, so that no reply counted less", Search;
    ZeroIsNoReply = "zero-is-no-reply", "a best reply with score 0 counted as no reply", Search;
    SamePlayerReplies = "same-player-replies", "the same player moved again instead of the opponent", Search;
    DepthIgnored = "depth-ignored", "the depth were always 0", Search, Both;
    DepthZeroIsOne = "depth-zero-is-one", "depth 0 were depth 1", Both;
    DepthOneMore = "depth-one-more", "the depth were one more", Search, Both;
    DepthOneLess = "depth-one-less", "the depth were one less", Search, Both;
    NoReplyLoses = "no-reply-loses", "a move that leaves no reply scored -99", Search;
    NoReplyZero = "no-reply-zero", "a move that leaves no reply scored 0", Search;
    NoReplyMaterial = "no-reply-material", "a move that leaves no reply were scored by material", Search;
    /// A move that leaves no reply is scored as at depth 0: -99 if the player who made it cannot move either.
    NoReplyStatic = "no-reply-static", "a move that leaves no reply were scored as at depth 0", Search;
    /// A move that leaves no reply is scored as a loss unless it captures the last piece.
    NoReplyBlocked = "no-reply-blocked", "a move that leaves the opponent pieces but no reply scored -99", Search;
    /// The score is the material even if a player cannot move.
    StuckForgotten = "stuck-forgotten", "scores ignored whether the players can move";
    /// For a player who cannot move, the score is the material; it is 99 if the opponent cannot move either.
    OwnStuckForgotten = "own-stuck-forgotten", "a player who cannot move did not score -99";
    /// For a player whose opponent cannot move, the score is the material.
    OtherStuckForgotten = "other-stuck-forgotten", "a player whose opponent cannot move did not score 99";
    /// For a player whose opponent has pieces but no moves, the score is the material. If the opponent has no
    /// pieces, the score is right.
    OtherBlockedForgotten = "other-blocked-forgotten", "a blocked opponent with pieces were scored by material";
    StuckOrder = "stuck-order", "the score were 99 if neither player can move";
    StuckDespiteJumps = "stuck-despite-jumps", "a player who can only jump were scored as one who cannot move";
    BestCarriedOver = "best-carried-over", "the best score were carried over to the next move", Search;
    /// Without `-v`, scores are stored by board and player, without the remaining depth.
    DepthNotInMemo = "depth-not-in-memo", "stored scores were reused at other depths", Search, Both;
    /// A move that leads to a position on the path from the root, root included, scores 0.
    RepetitionDrawn = "repetition-drawn", "a move to a position that occurred before scored 0", Search, Both;
    Unsorted = "unsorted", "moves were listed in the order they are found, not alphabetically", Both;
    MovesNotPlayed = "moves-not-played", "the moves in the file were not played", Both;
    FirstMoveOnly = "first-move-only", "only the first of the moves in the file were played", Both;
    MovesTakeNothing = "moves-take-nothing", "the moves in the file took no pieces", Both;
    MovesCrownNoMan = "moves-crown-no-man", "the moves in the file crowned no men", Both;
    /// After the moves in the file, the player given by `TURN:` is to move.
    TurnNotPassed = "turn-not-passed", "the moves in the file did not change the turn", Both;
    TurnIgnored = "turn-ignored", "it were always red's turn", Both;
    /// A flipped board is read as a board that is not flipped.
    FlippedMisread = "flipped-misread", "the squares of a flipped board were those of the standard board", Both;
    /// Squares of a flipped board have the names of their neighbours.
    FlippedMisnamed = "flipped-misnamed", "the squares of a flipped board had the names of the standard board's", Both;
    RanksUpsideDown = "ranks-upside-down", "the first row of the board were rank 1", Both;
    CommentsRead = "comments-read", "comments were read as part of the file", Both;
    KingsReadAsMen = "kings-read-as-men", "the kings in the file were men", Both;
    NoIgnored = "no-ignored", "`no capture` in the file were `capture`", Both;
}

impl Mistake {
    /// Returns whether the mistake is in the search.
    pub(super) fn is_of_search(self) -> bool {
        self.traits().contains(&Trait::Search)
    }

    /// Returns whether a program may make the mistake for one player only.
    pub(super) fn is_of_player(self) -> bool {
        !self.traits().contains(&Trait::Both)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of mistakes, perhaps made for one player only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes {
    bits: u128,
    player: Option<Player>,
}

impl Mistakes {
    /// No mistake: the definition itself.
    pub const NONE: Mistakes = Mistakes { bits: 0, player: None };

    /// Returns whether a mistake is in the set.
    pub const fn has(self, mistake: Mistake) -> bool {
        self.bits >> mistake as u32 & 1 == 1
    }

    /// Returns the set with one more mistake.
    #[must_use]
    pub const fn with(self, mistake: Mistake) -> Mistakes {
        Mistakes { bits: self.bits | 1 << mistake as u32, ..self }
    }

    /// Returns the same mistakes, limited to the pieces, moves and scores of one player.
    #[must_use]
    pub const fn only_for(self, player: Player) -> Mistakes {
        Mistakes { player: Some(player), ..self }
    }

    /// Returns the only player for whom the mistakes are made; `None` for both.
    pub const fn player(self) -> Option<Player> {
        self.player
    }

    /// Returns whether a mistake is in the set and applies to a player.
    pub(super) fn has_for(self, mistake: Mistake, player: Player) -> bool {
        self.has(mistake) && self.player.is_none_or(|only| only == player)
    }

    /// Returns whether no mistake is in both sets.
    pub(super) const fn is_disjoint(self, other: Mistakes) -> bool {
        self.bits & other.bits == 0
    }

    /// Returns the mistakes in the order of [`Mistake::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Mistake> {
        Mistake::ALL.iter().copied().filter(move |&mistake| self.has(mistake))
    }
}

/// The mistakes that are in both sets.
impl std::ops::BitAnd for Mistakes {
    type Output = Mistakes;

    fn bitand(self, other: Mistakes) -> Mistakes {
        Mistakes { bits: self.bits & other.bits, player: self.player.or(other.player) }
    }
}

impl FromIterator<Mistake> for Mistakes {
    fn from_iter<I: IntoIterator<Item = Mistake>>(mistakes: I) -> Mistakes {
        mistakes.into_iter().fold(Mistakes::NONE, Mistakes::with)
    }
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Mistakes {
        Mistakes::NONE.with(mistake)
    }
}
