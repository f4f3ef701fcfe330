/* Runs plain.c on every position of N pieces on the standard board, at depth D:
 * every N D. Writes a 4-byte hash of each answer.
 *
 * Leaves out boards with a man on its crowning rank. Each board is used with
 * either player to move, and under all rules. */
#include <stdint.h>
#include <stdio.h>

static void record(const char *format, ...);
#define printf record
#define main plain_main
#include "plain.c"
#undef main
#undef printf
#include <stdarg.h>

static uint32_t hash;

/* Replaces printing: adds to the hash of the answer (FNV-1a). */
static void record(const char *format, ...)
{
    char line[PATH + 256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (const char *at = line; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
}

static long depth;

static void ask(const Board *board)
{
    for (int way = 0; way < 8; way++) {
        capture = way & 1;
        multiple = way >> 1 & 1;
        level = 0;
        hash = 2166136261u;
        rank_moves(board, way & 4 ? 'b' : 'r', depth);
        fwrite(&hash, sizeof hash, 1, stdout);
    }
}

/* Puts `pieces` pieces on the squares from `from` on, in all possible ways. */
static void place(Board *board, int from, int pieces)
{
    if (!pieces) {
        ask(board);
        return;
    }
    for (int square = from; square < 64; square++) {
        int row = square / 8, column = square % 8;
        if ((row + column) % 2 == 0)
            continue;
        for (const char *piece = "rRbB"; *piece; piece++) {
            if (crown(board, *piece, row) != *piece)
                continue;
            board->cell[row][column] = *piece;
            place(board, square + 1, pieces - 1);
        }
        board->cell[row][column] = '.';
    }
}

int main(int argc, char **argv)
{
    static Board board;
    if (argc != 3)
        return 2;
    for (int square = 0; square < 64; square++)
        board.cell[square / 8][square % 8] = (square / 8 + square % 8) % 2 ? '.' : '"';
    verbose = 1;
    depth = atol(argv[2]);
    place(&board, 0, atoi(argv[1]));
    return 0;
}
