/* The floor: Schnapsen and nothing else, by hand, as fast as it easily gets.  What the general core is measured against.

   A deal is 21 bytes: dealer, five cards of A, five of B, the turn-up, nine cards of the talon.  A card is suit * 5 + rank,
   suits S H D C, ranks A T K Q J (0 is the strongest).  A move is one byte: 0-19 a card, 20-59 a card with a marriage of 20 or
   40, 60-67 a marriage without a lead, 68 exchange, 69 close, 70 claim.  A verdict row is status, moves checked, winner (-1
   nobody), game points, then trick points, meld points and tricks of A and of B. */
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
enum { ONGOING, COMPLETE, ILLEGAL, UNREADABLE };
enum { CARD, CARD_AND_MELD, MELD, EXCHANGE, CLOSE, CLAIM };
enum { ROW = 10, DEAL = 21 };

static const uint8_t POINTS[5] = {11, 10, 4, 3, 2};
static uint8_t kind_of[128], card_of[128], said_by[128], suit_of[20], points_of[20];
static uint32_t higher_than[20];

void floor_init(void) {
    int t = 0;
    for (int c = 0; c < 20; c++, t++) {
        kind_of[t] = CARD, card_of[t] = c;
        suit_of[c] = c / 5, points_of[c] = POINTS[c % 5];
        higher_than[c] = ((1u << c) - 1) & (31u << (c / 5 * 5));
    }
    for (int c = 0; c < 20; c++)
        for (int v = 20; v <= 40; v += 20, t++) kind_of[t] = CARD_AND_MELD, card_of[t] = c, said_by[t] = v;
    for (int s = 0; s < 4; s++)
        for (int v = 20; v <= 40; v += 20, t++) kind_of[t] = MELD, card_of[t] = s * 5, said_by[t] = v;
    kind_of[t++] = EXCHANGE, kind_of[t++] = CLOSE, kind_of[t++] = CLAIM;
}

INLINE void put(int64_t *row, int status, int moves, int winner, int game_points, int *points, int *melds, int *tricks) {
    row[0] = status, row[1] = moves, row[2] = winner, row[3] = game_points;
    row[4] = points[0], row[5] = melds[0], row[6] = tricks[0], row[7] = points[1], row[8] = melds[1], row[9] = tricks[1];
}

INLINE void replay(const uint8_t *deal, const uint8_t *moves, int count, int64_t *row) {
    int points[2] = {0, 0}, melds[2] = {0, 0}, tricks[2] = {0, 0}, waiting[2] = {0, 0};
    int points_at_close[2] = {0, 0}, tricks_at_close[2] = {0, 0};
    uint32_t hand[2] = {0, 0}, seen = 0;
    const uint8_t *next = deal + 1;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < 5; i++) hand[seat] |= 1u << *next++;
    int up = *next++;
    seen = hand[0] | hand[1] | 1u << up;
    for (int i = 0; i < 9; i++) seen |= 1u << next[i];
    if (seen != 0xfffff) { put(row, UNREADABLE, 0, -1, 0, points, melds, tricks); return; }

    int trump = suit_of[up], talon = 10, left = 10, closer = -1, winner = -1, actor = deal[0] ^ 1;
    int on_table = 0, best = 0, best_by = 0, led = 0, worth = 0, declared = 0, window = 0, claimed = 0, legal = 1, m = 0;
    uint32_t trumps = 31u << (trump * 5), shown = 0;
    for (; m < count; m++) {
        int t = moves[m], kind = kind_of[t], c = card_of[t];
        legal = !claimed;
        if (!legal) break;
        if (kind == CARD_AND_MELD || kind == MELD) {
            int suit = suit_of[c], value = suit == trump ? 40 : 20;
            uint32_t pair = 12u << (5 * suit);
            legal = !on_table && !declared && said_by[t] == value && (hand[actor] & pair) == pair
                && (kind == MELD || pair >> c & 1);
            if (!legal) break;
            declared = 1, shown = pair;
            if (tricks[actor]) melds[actor] += value; else waiting[actor] += value;
        } else if (kind == EXCHANGE) {
            int jack = trump * 5 + 4;
            legal = !on_table && talon >= 2 && closer < 0 && hand[actor] >> jack & 1;
            if (!legal) break;
            hand[actor] ^= 1u << jack | 1u << up, up = jack;
        } else if (kind == CLOSE) {
            legal = !on_table && talon >= 2 && closer < 0;
            if (!legal) break;
            closer = actor, window = 0;
            for (int seat = 0; seat < 2; seat++)
                points_at_close[seat] = points[seat] + melds[seat], tricks_at_close[seat] = tricks[seat];
        } else if (kind == CLAIM) {
            legal = declared || (!on_table && window);
            if (!legal) break;
            claimed = 1;
        }
        if (kind <= CARD_AND_MELD) {
            uint32_t mine = hand[actor];
            legal = mine >> c & 1;
            if (!legal) break;
            if (!on_table) {
                legal = !shown || shown >> c & 1;
                if (!legal) break;
                best = c, best_by = actor, led = suit_of[c], worth = points_of[c];
            } else {
                if (closer >= 0 || talon == 0) {
                    uint32_t same = mine & 31u << (led * 5), head = same & higher_than[best];
                    uint32_t duty = head ? head : same ? same : mine & trumps ? mine & trumps : mine;
                    legal = duty >> c & 1;
                    if (!legal) break;
                }
                int suit = suit_of[c];
                if (suit == suit_of[best] ? c < best : suit == trump) best = c, best_by = actor;
                worth += points_of[c];
            }
            hand[actor] = mine ^ 1u << c;
            if (++on_table == 2) {
                actor = winner = best_by, left -= 2;
                tricks[actor]++, points[actor] += worth, melds[actor] += waiting[actor], waiting[actor] = 0;
                if (closer < 0 && talon > 0) {
                    hand[actor] |= 1u << *next++, talon -= 2, left += 2;
                    hand[actor ^ 1] |= 1u << (talon ? *next++ : up);
                }
                on_table = 0, shown = 0, declared = 0, window = 1;
            } else if (!declared)
                actor ^= 1;
        }
        /* After HK+40 the declarer may still claim; anything else is the answer. */
        if (declared && on_table && m + 1 < count && kind_of[moves[m + 1]] != CLAIM) declared = 0, actor ^= 1;
    }
    if (!legal) { put(row, ILLEGAL, m, -1, 0, points, melds, tricks); return; }
    if (!claimed && left) { put(row, ONGOING, m, -1, 0, points, melds, tricks); return; }

    int a = actor, b = a ^ 1, wins, pays;
    int total = points[a] + melds[a], other = points[b] + melds[b];
    int failed_close = closer >= 0 && tricks_at_close[closer ^ 1] ? 2 : 3;
    if (claimed && total < 66) wins = b, pays = closer == a ? failed_close : tricks[b] ? 2 : 3;
    else if (claimed && closer == b) wins = a, pays = failed_close;
    else if (claimed && closer == a) wins = a, pays = !tricks_at_close[b] ? 3 : points_at_close[b] < 33 ? 2 : 1;
    else if (claimed) wins = a, pays = !tricks[b] ? 3 : other < 33 ? 2 : 1;
    else if (closer >= 0) wins = closer ^ 1, pays = failed_close;
    else wins = winner, pays = 1;
    put(row, COMPLETE, m, wins, pays, points, melds, tricks);
}

void floor_batch(const uint8_t *deals, const uint8_t *moves, const int64_t *starts, int64_t first, int64_t last, int64_t *rows) {
    for (int64_t i = first; i < last; i++)
        replay(deals + DEAL * i, moves + starts[i], starts[i + 1] - starts[i], rows + ROW * i);
}
