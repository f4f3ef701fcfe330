/* Ranks the moves of a checkers position: plain [-d D] [-v] [FILE].
 *
 * A plain implementation of the definition, such as a careful student would hand in. It is
 * correct. Compiled with -DMISTAKE=N it has mistake N, marked by an #if. `checkers grade` has
 * names for 1 to 10, 15, 17, 18, 20 to 22, 24 and 25, but not for the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MISTAKE
#define MISTAKE 0
#endif

enum { MOST_RANKS = 64, MOST_FILES = 26, PATH = 512, WORD = 512, NO_MOVES = -1000 };

typedef struct { char cell[MOST_RANKS][MOST_FILES]; } Board;   /* row 0 is the highest rank */
typedef struct { char path[PATH]; Board after; } Move;
typedef struct { Move *moves; int count, room; } List;

static int ranks = 8, files = 8;
static int capture = -1, multiple = -1;                         /* the rules; -1: not read yet */
static int verbose;

static void fail(const char *why, const char *what)
{
    fprintf(stderr, "error: %s%s\n", why, what);
    exit(1);
}

static char owner(char piece)
{
    return piece == 'r' || piece == 'R' ? 'r' : piece == 'b' || piece == 'B' ? 'b' : 0;
}

static int is_king(char piece)
{
    return piece == 'R' || piece == 'B';
}

static char opponent(char player)
{
    return player == 'r' ? 'b' : 'r';
}

static const char *name(char player)
{
    return player == 'r' ? "red" : "black";
}

/* Returns what a square holds, or a blank beyond the edge of the board. */
static char get(const Board *board, int row, int column)
{
    if (row < 0 || row >= ranks || column < 0 || column >= files)
        return ' ';
    return board->cell[row][column];
}

static int is_enemy(char piece, char other)
{
#if MISTAKE == 11   /* compares letters: to a man, kings of its own side are enemies */
    return owner(other) && other != piece;
#else
    return owner(other) == opponent(owner(piece));
#endif
}

/* Returns a piece after its arrival on a row, where it may be crowned. */
static char crown(const Board *board, char piece, int row)
{
    int top = 0, bottom = ranks - 1;
    (void)board;
#if MISTAKE == 12   /* confuses a flipped board with a rotated one */
    if (board->cell[0][0] != '"') {
        top = ranks - 1;
        bottom = 0;
    }
#endif
    if (piece == 'r' && row == top)
        return 'R';
    if (piece == 'b' && row == bottom)
        return 'B';
    return piece;
}

static const int DIRECTIONS[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

static int goes(char piece, int down)
{
    return is_king(piece) || down == (piece == 'r' ? -1 : 1);
}

static void add(List *list, const char *path, const Board *after)
{
    if (list->count == list->room) {
        list->room = list->room * 2 + 16;
        list->moves = realloc(list->moves, list->room * sizeof(Move));
        if (!list->moves)
            fail("memory is short", "");
    }
    strcpy(list->moves[list->count].path, path);
    list->moves[list->count].after = *after;
    list->count++;
}

/* Writes a path and one more square. */
static void extend(char *longer, const char *path, int row, int column)
{
    snprintf(longer, PATH, "%.480s%s%c%d", path, *path ? "->" : "", 'a' + column, ranks - row);
}

/* Adds all chains that continue from a square, and returns their number. The piece
 * has been lifted from the board, which is restored at the end. */
static int add_jumps(Board *board, char piece, int row, int column, const char *path, List *list)
{
    int first = list->count;
    for (int i = 0; i < 4; i++) {
        int down = DIRECTIONS[i][0], right = DIRECTIONS[i][1];
        int to_row = row + 2 * down, to_column = column + 2 * right;
#if MISTAKE != 1    /* 1: men jump backward */
        if (!goes(piece, down))
            continue;
#endif
        if (get(board, to_row, to_column) != '.' || !is_enemy(piece, get(board, row + down, column + right)))
            continue;
        char jumped = board->cell[row + down][column + right];
        char landed = crown(board, piece, to_row);
        char longer[PATH];
        int more = 0;
        extend(longer, path, to_row, to_column);
        board->cell[row + down][column + right] = '.';
#if MISTAKE == 2    /* a crowned man continues to jump */
        int goes_on = multiple;
#else
        int goes_on = multiple && landed == piece;
#endif
        if (goes_on)
            more = add_jumps(board, landed, to_row, to_column, longer, list);
#if MISTAKE == 13   /* a chain may stop only after its first or its last jump */
        int stops = !more || (!capture && strlen(path) < 4);
#else
        int stops = !more || !capture;
#endif
        if (stops) {
            Board after = *board;
            after.cell[to_row][to_column] = landed;
            add(list, longer, &after);
        }
#if MISTAKE == 14   /* the jumped piece is put back only where the chain has ended */
        if (!more)
#elif MISTAKE == 26 /* the jumped piece is never put back */
        if (get(board, row, column) == ' ')
#endif
        board->cell[row + down][column + right] = jumped;
    }
    return list->count - first;
}

static void add_steps(const Board *board, char piece, int row, int column, const char *path, List *list)
{
    for (int i = 0; i < 4; i++) {
        int to_row = row + DIRECTIONS[i][0], to_column = column + DIRECTIONS[i][1];
        if (goes(piece, DIRECTIONS[i][0]) && get(board, to_row, to_column) == '.') {
            Board after = *board;
            char longer[PATH];
            after.cell[to_row][to_column] = crown(board, piece, to_row);
            extend(longer, path, to_row, to_column);
            add(list, longer, &after);
        }
    }
}

static int in_order(const void *one, const void *other)
{
    return strcmp(((const Move *)one)->path, ((const Move *)other)->path);
}

/* Adds the jumps and the steps of a piece to their lists. */
static void add_moves(const Board *board, int row, int column, List *jumps, List *steps)
{
    char piece = board->cell[row][column], path[PATH];
    Board lifted = *board;
    int before = jumps->count;
    extend(path, "", row, column);
    lifted.cell[row][column] = '.';
#if MISTAKE == 3    /* a jumping piece still stands on its start */
    lifted.cell[row][column] = piece;
#endif
    add_jumps(&lifted, piece, row, column, path, jumps);
#if MISTAKE == 3
    for (int i = before; i < jumps->count; i++)
        jumps->moves[i].after.cell[row][column] = '.';
    lifted.cell[row][column] = '.';
#endif
#if MISTAKE == 4    /* only pieces that can jump must jump */
    if (capture && jumps->count > before)
        return;
#endif
    (void)before;
    add_steps(&lifted, piece, row, column, path, steps);
}

/* Lists the moves of a player in alphabetical order. */
static List list_moves(const Board *board, char player)
{
    List jumps = {NULL, 0, 0}, steps = {NULL, 0, 0};
    int last = files;
#if MISTAKE == 15   /* the loop ends one file too soon */
    last--;
#endif
    for (int row = 0; row < ranks; row++)
        for (int column = 0; column < last; column++)
            if (owner(board->cell[row][column]) == player)
                add_moves(board, row, column, &jumps, &steps);
    int may_step = !capture || !jumps.count || MISTAKE == 4;
    for (int i = 0; i < steps.count && may_step; i++)
        add(&jumps, steps.moves[i].path, &steps.moves[i].after);
    free(steps.moves);
    if (jumps.count && MISTAKE != 5)   /* 5: the moves are listed as they are found */
        qsort(jumps.moves, jumps.count, sizeof(Move), in_order);
    return jumps;
}

static int has_moves(const Board *board, char player)
{
    List list = list_moves(board, player);
#if MISTAKE == 7    /* checks for steps only */
    List jumps = {NULL, 0, 0};
    list.count = 0;
    for (int row = 0; row < ranks; row++)
        for (int column = 0; column < files; column++)
            if (owner(board->cell[row][column]) == player)
                add_moves(board, row, column, &jumps, &list);
    free(jumps.moves);
#endif
    free(list.moves);
    return list.count > 0;
}

/* Returns the score of a board for a player. */
static int score_of(const Board *board, char player)
{
#if MISTAKE == 8    /* checks the opponent first */
    if (!has_moves(board, opponent(player)))
        return 99;
#endif
    if (!has_moves(board, player))
        return -99;
    if (!has_moves(board, opponent(player)))
        return 99;
    int red = 0, black = 0;
    for (int row = 0; row < ranks; row++)
        for (int column = 0; column < files; column++)
            switch (board->cell[row][column]) {
            case 'r': red += 1; break;
            case 'b': black += 1; break;
#if MISTAKE == 6    /* kings count as much as men */
            case 'R': red += 1; break;
            case 'B': black += 1; break;
#elif MISTAKE == 21 /* a break is missing */
            case 'R': red += 2; __attribute__((fallthrough));
            case 'B': black += 2; break;
#elif MISTAKE == 24 /* black kings count as much as men */
            case 'R': red += 2; break;
            case 'B': black += 1; break;
#else
            case 'R': red += 2; break;
            case 'B': black += 2; break;
#endif
            }
#if MISTAKE == 22   /* takes the absolute difference */
    return abs(red - black);
#endif
    return player == 'r' ? red - black : black - red;
}

static int level;                                               /* the current level of the printed tree */

/* Prints the moves of a player with their scores: the root's, or those of the
 * whole tree. Returns the best score, or NO_MOVES. */
static int rank_moves(const Board *board, char player, long depth)
{
    List list = list_moves(board, player);
    int best = NO_MOVES, best_reply = NO_MOVES;
#if MISTAKE == 23   /* eight bits are too few */
    best = (signed char)NO_MOVES;
#endif
#if MISTAKE == 25   /* a reply that is good enough ends the list: scores are bounds */
    static int bests[64];
    bests[level] = NO_MOVES;
#endif
#if MISTAKE == 17   /* assumes that no score is below 0 */
    if (list.count)
        best = 0;
#endif
    for (int i = 0; i < list.count; i++) {
        Move *move = &list.moves[i];
        int score;
        if (depth == 0) {
            score = score_of(&move->after, player);
        } else {
            if (verbose)
                printf("%*s? %s for %s:\n", 4 * level, "", move->path, name(player));
            level++;
            int reply = rank_moves(&move->after, opponent(player), depth - 1);
#if MISTAKE == 19   /* goes back a level only after a move that has replies */
            if (reply != NO_MOVES)
#endif
            level--;
#if MISTAKE == 9    /* keeps a better reply to an earlier move */
            if (reply > best_reply)
#endif
            best_reply = reply;
            score = reply == NO_MOVES ? 99 : -best_reply;
        }
        if (verbose)
            printf("%*s. %s for %s: score %d\n", 4 * level, "", move->path, name(player), score);
        else if (level == 0)
            printf("%s for %s: score %d\n", move->path, name(player), score);
        if (score > best)
            best = score;
#if MISTAKE == 25
        bests[level] = best;
        if (level > 0 && best >= -bests[level - 1])
            break;
#endif
#if MISTAKE == 18   /* a reply that wins ends the list of replies */
        if (level > 0 && score == 99)
            break;
#endif
    }
    free(list.moves);
    return best;
}

static char all[1 << 20], *text = all;      /* the file, and its unread part */

static void blank_comments(void)
{
    int is_comment = 0;
    for (char *at = all; *at; at++) {
        is_comment = *at != '\n' && (is_comment || *at == '#');
        if (is_comment)
            *at = ' ';
    }
}

/* Reads the next word; a colon is a separate word, and the end of the file is an empty word. */
static const char *next_word(void)
{
    static char word[WORD];
    text += strspn(text, " \t\r\n");
    size_t length = *text == ':' ? 1 : strcspn(text, " \t\r\n:");
    if (length >= WORD)
        fail("a word is too long", "");
    memcpy(word, text, length);
    word[length] = '\0';
    text += length;
    return word;
}

static void expect(const char *expected)
{
    if (strcmp(next_word(), expected))
        fail("expected ", expected);
}

static void read_rules(void)
{
    for (const char *word = next_word(); strcmp(word, "TURN"); word = next_word()) {
        char rest;
        if (!strcmp(word, "no")) {
            expect("capture");
            capture = 0;
        } else if (!strcmp(word, "capture")) {
            capture = 1;
        } else if (!strcmp(word, "single") || !strcmp(word, "multiple")) {
            multiple = *word == 'm';
            expect("jumps");
        } else if (!strcmp(word, "blocked")) {
            expect("passes");
        } else if (strcmp(word, "board") || sscanf(next_word(), "%dx%d%c", &ranks, &files, &rest) != 2 ||
                   ranks < 4 || files < 4 || ranks > MOST_RANKS || files > MOST_FILES) {
            fail("expected a rule or a board that fits", "");
        }
    }
    if (capture == -1 || multiple == -1)
        fail("a rule is missing", "");
}

static void read_board(Board *board)
{
    for (int row = 0; row < ranks; row++)
        for (int column = 0; column < files; column++) {
            text += strspn(text, " \t\r\n|-+");
            int is_red = (row + column) % 2 == (board->cell[0][0] == '"' ? 0 : 1);
            int is_first = row == 0 && column == 0;
            if (!*text || !strchr("\".rRbB", *text) || (!is_first && is_red != (*text == '"')))
                fail("expected another cell: ", text);
            board->cell[row][column] = *text++;
        }
    text += strspn(text, " \t\r\n|-+");
}

/* Plays the moves in the file. Returns the player to move after them. */
static char play_moves(Board *board, char player)
{
    char turn = player;
    for (const char *word = next_word(); *word; word = next_word()) {
        List list = list_moves(board, turn);
        int found = -1;
        for (int i = 0; i < list.count; i++)
            if (!strcmp(list.moves[i].path, word))
                found = i;
        if (found == -1 && (strcmp(word, "pass") || list.count))
            fail("the move is illegal: ", word);
        if (found != -1)
            *board = list.moves[found].after;
        free(list.moves);
        turn = opponent(turn);
#if MISTAKE == 20   /* the loop ends after the first move */
        break;
#endif
    }
#if MISTAKE == 10   /* the player in the file is to move, even after moves */
    return player;
#endif
    return turn;
}

int main(int argc, char **argv)
{
    long depth = 0;
    const char *file_name = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-v"))
            verbose = 1;
        else if (!strcmp(argv[i], "-d") && i + 1 < argc)
            depth = atol(argv[++i]);
        else
            file_name = argv[i];
    }
    FILE *file = file_name && strcmp(file_name, "-") ? fopen(file_name, "r") : stdin;
    if (!file)
        fail("cannot open ", file_name);
    if (fread(all, 1, sizeof all, file) == sizeof all || ferror(file))
        fail("cannot read the file", "");
#if MISTAKE == 16   /* a byte above 127 is a negative number here */
    int first = (signed char)*text;
#else
    int first = (unsigned char)*text;
#endif
    if (first == 0xef)                                          /* a byte-order mark */
        text += strlen("\xef\xbb\xbf");
    blank_comments();

    static Board board;
    expect("RULES"), expect(":");
    read_rules();
    expect(":");
    const char *word = next_word();
    if (strcmp(word, "red") && strcmp(word, "black"))
        fail("no such player: ", word);
    char player = *word;
    expect("BOARD"), expect(":");
    read_board(&board);
    expect("MOVES"), expect(":");
    player = play_moves(&board, player);

    if (rank_moves(&board, player, depth) == NO_MOVES)
        printf("Player %s has no moves available.\n", name(player));
    return 0;
}
