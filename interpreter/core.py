# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The table: a machine that replays a hand of cards.  Integers in, integers out; it knows no game.

R  the ruleset, one image of integers (image.py lays it out): header, tables, programs, one section for each contract.
S  the state of one hand: the slots below, then the ruleset's memory, constants and scratch.
T  the record: dealer, hands in the order dealt, turn-up, talon, then the moves as tokens.

A card, suit, rank, contract or move is a number, none is -1.  Players and cards in the plural are bit sets; one player is
a set of one.  A rule is its place in the ruleset's list of ids; 0 is no rule.  A table is entered at index 0; the entry
for none lies just below it.  CPython runs this file as it is; Cython compiles it unchanged, with the types in core.pxd.
"""
from array import array

try:
    import cython
except ImportError:
    from bummerl.interpreter import nocython as cython

ONE = 1

# ------------------------------------------------------------------------------------------------ slots of S
NO = 0                # always 0 and 1: where a condition ends
YES = 1
ALL = 2               # everyone who has cards
DEALER = 3
FOREHAND = 4
LEADER = 5
TURN = 6
ACTOR = 7
TRUMP = 8
TURN_UP = 9
LED = 10
LED_SUIT = 11
BEST = 12
BEST_BY = 13
TRICK_NUMBER = 14
TRICK_SIZE = 15
TRICK_CARDS = 16
TRICK_POINTS = 17
TALON_SIZE = 18
UP_IN_TALON = 19      # the turn-up is the talon's last card
TALON_AT = 20         # place in T of the next card of the talon
LAST_WINNER = 21
LAST_CARDS = 22
LAST_MOVE = 23        # 0 deal, 1 card, 2 trick, 3.. a move
CARDS_LEFT = 24
CONTRACT = 25
UNDRAWN = 26
CARD = 27             # what a move names
SUIT = 28
SAID = 29
NUMBER = 30
CALL = 31
PLAYER = 32
WINNER = 33
LOSER = 34
STAGE = 35            # place in R of the stage
RULES = 36            # place in R of the section in force
POWER = 37            # place in R of the strengths under this trump and suit led
SUITS = 38            # place in R of the suit each card belongs to
VALUES = 39           # place in R of what each card counts
IN_PLAY = 40
IN_TRICK = 41         # how many play to a trick
GONE = 42             # cards played or put away
HELD = 43             # the hand a duty is asked for
OVER = 44             # 0, or which end was reached, from 1
BLAME = 45            # who made the illegal move
DUTY = 46             # the duty that was found
MELDS = 47            # somebody has melded
JUST_DRAWN = 48       # so many cards may still be named as drawn
RULE = 49             # of the outcome: the row that gave the figure
BECAUSE = 50          # of the outcome: the row that named the winner

DIM = 51              # something is not recorded
GUESS = 52            # what hidden cards are taken to say, a bit a question
ASKED = 53            # how many questions hung on hidden cards
TALON_CARDS = 56      # recorded cards still in the talon, face down
DENIED = 57           # cards of the duties passed over
DOUBT = 54            # the result hangs on them
LENIENT = 55          # duties are not asked for: who plays what is to be learnt first

SEATS = 6             # every row below has six places, one a seat
HAND = 58
DEALT = 64
FIRST_PACKET = 70
WON = 76
DECLARED = 82
MELDED = 88
TRICKS = 94
CARD_POINTS = 100
MELD_POINTS = 106     # those that count
BONUS = 112
POINTS = 118          # the three together
BROUGHT = 124
SCORE_NOW = 130       # of the match
TO_NIL = 136
NEXT_IN_PLAY = 142
DRAWN = 148
HIDDEN = 154          # cards of the hand that are not recorded
NEW = 160             # twelve values on their way into memory
MEMORY = 172          # the ruleset's own: melds a kind, memory, constants, scratch

# ------------------------------------------------------------------------------------------------ header of R
N = 0
KEEP = 1              # slots of S that make up the state
HAND_SIZE = 2
PACKET = 3            # cards in the first packet
TALON = 4             # face-down cards
TURNED = 5            # 1: a card is turned up, 2: a dealt card is shown
SITS_OUT = 6
PARTNERS = 7          # program, or -1: the table SIDES
SIDES = 8
AFTER = 9             # the next seat, by seats
LOG = 10              # number of a bit, by bit % 67
SAME_CARDS = 11       # a card and its doubles; -1: a pack of singles
SUITS_BY_TRUMP = 12
VALUES_BY_TRUMP = 13
ROW = 14              # length of a row by cards
TOKENS = 15
STAGES = 16
SECTIONS = 17
CALLS = 18            # what each contract requires of who calls it
MELD_KINDS = 19       # moves that score
SUIT_ROWS = 20        # suits, and one more for none
BASE = 21             # the section in force before play
WIDTH = 22            # all slots of S
DECK = 23             # all cards
WORDS = 24            # by move: its first row in TOKENS, how many, 1 if it names a number, 2 a meld
CARD_WORDS = 25       # by card: the row that plays it, then the row that melds with it
NUMBERS = 26          # what a meld may say: how many, then each
# rules every table has
TABLE_TURN = 1
TABLE_STAGE = 2
TABLE_HOLDS = 3
TABLE_OVER = 4
TABLE_DRAW = 5

# a token: bits 0-9 its row in TOKENS, 10-12 the seat named (0 none), 13.. a number, or cards (how many, then six bits each)
T_MOVE = 0            # 0 a card is played, 1 cards drawn are named, 2 cards held come to be known, 3.. a move
T_CARD = 1
T_SUIT = 2
T_CALL = 3
T_FITS = 4            # what is named is of the kind the move wants
T_WIDTH = 5
# a stage
G_WHEN = 0
G_UNTIL = 1
G_TURN = 2
G_FIRST = 3
G_MOVES = 4
G_PLAY = 5
G_WIDTH = 6
# a section: the rules in force under one contract
P_LEADER = 0
P_TRUMP = 1
P_PLAYERS = 2
P_DRAW = 3            # program, -1: nothing is drawn
P_LAZY = 4            # some moves come before drawing
P_POWER = 5           # strengths by trump, suit led, card
P_LEAD = 6
P_FOLLOW = 7
P_MOVES = 8           # by move: its place, 0 off
P_ENDS = 9            # program: which end is reached, 0 none
P_THEN = 10           # by end: the moves that may still come
P_ASK = 11            # ends can come 0: with words and the last card, 1: with every trick, 2: with every card
P_BONUSES = 12
P_SCORE = 13          # program: which row holds, from 1; 0 none
P_TIERS = 14          # program, likewise
P_TIMES = 15
P_COUNTS = 16         # by kind of meld: program
P_WRONGS = 17
P_SCORE_ROWS = 18     # by row, from 1: winner, worth (-1: the tiers say), pays, rule
P_TIER_ROWS = 19      # the same for tiers: -, worth, -, rule
P_WIDTH = 20
# a move
M_REQUIRE = 0         # program: the requirement that fails, 0 none
M_BY = 1
M_ALSO = 2
M_EARLY = 3           # may come before drawing
M_CALLS = 4           # names a contract
M_SHOWS = 5
M_SCORES = 6
M_KIND = 7            # of meld
M_SWAPS = 8
M_PICKS = 9           # 1 the talon, 2 the turn-up
M_DISCARDS = 10
M_SETS = 11           # how many; then for each: program, slot, how
M_WIDTH = 12
# a line of a ladder
L_WHEN = 0            # program
L_TABLE = 1           # of masks, or -1: a program gives the mask
L_BY_TRUMP = 2        # strides of the table; or the program
L_BY_LED = 3
L_BY_BEST = 4
L_LINES = 5           # how many duties stand side by side in the table
L_HOW = 6             # 1 only the highest, 2 only the lowest, 4 firm
L_RULES = 7           # place in R of their rules
L_GUARD = 8           # a slot: while it holds 0, so does `when`
L_WIDTH = 9

ONGOING = 0
COMPLETE = 1
ILLEGAL = 2
UNREADABLE = 3
UNDETERMINED = 4


# ------------------------------------------------------------------------------------------------ expressions
def count(x):
    v = 0
    while x != 0:
        x &= x - 1
        v += 1
    return v


def guess(S):
    """Hidden cards decide this: the answer `ask` wants to hear out."""
    v = S[GUESS] >> S[ASKED] & 1
    S[ASKED] += 1
    return v


def hidden(S, players):
    """How many cards of these players' hands are not recorded."""
    v = 0
    i = 0
    while players != 0:
        if players & 1:
            v += S[HIDDEN + i]
        i += 1
        players >>= 1
    return v


def seen(S, R):
    """The cards that are known to lie somewhere."""
    x = S[GONE]
    i = 0
    while i < R[N]:
        x |= S[HAND + i]
        i += 1
    if S[UP_IN_TALON] and S[TURN_UP] >= 0:
        x |= ONE << S[TURN_UP]
    return x | S[TALON_CARDS]


def holds(S, R, cards, players):
    """Do these players hold these cards?  Of no cards it is false."""
    own = 0
    i = 0
    x = players
    while x != 0:
        if x & 1:
            own |= S[HAND + i]
        i += 1
        x >>= 1
    own = cards & ~own
    if own == 0 or S[DIM] == 0:
        return 1 if own == 0 and cards != 0 else 0
    i = hidden(S, players)
    if i < count(own) or own & seen(S, R):
        return 0
    return guess(S)


def ask(S, R, pc, unknown):
    """Runs a program that may look at hidden cards: once for every way they could answer.  The value if all agree, else
    `unknown`; -1 asks for a refusal: 0 if one way gives 0, else the last row that refuses."""
    ways = 0
    if S[DIM] == 0:
        return run(S, R, pc)
    S[GUESS] = 0
    S[ASKED] = 0
    got = run(S, R, pc)
    while S[ASKED] > 0:
        j = S[ASKED] - 1
        while j >= 0 and S[GUESS] >> j & 1:
            j -= 1
        if j < 0:
            break
        S[GUESS] = S[GUESS] & ((ONE << j) - 1) | ONE << j
        S[ASKED] = 0
        v = run(S, R, pc)
        ways += 1
        if v != got:
            if unknown == -1:
                if v == 0 or got == 0:
                    got = 0
                    break
                if v > got:
                    got = v
            else:
                got = unknown
                break
        if ways > 4000:
            got = 0 if unknown == -1 else unknown
            break
    S[GUESS] = 0
    S[ASKED] = 0
    return got


def gather(S, R, op, x, y):
    """The values of `run` that go through players or cards."""
    if op < 25:
        v = 0
        while x != 0:
            if x & 1:
                if op == 22:
                    v += S[y]
                elif op == 23:
                    v |= S[y]
                elif S[y] > v:
                    v = S[y]
            y += 1
            x >>= 1
    elif op == 25:
        v = ONE << x if x >= 0 else 0
    elif op == 26:
        v = count(x)
    elif op == 27:
        v = sided(S[y], x, S[ALL])
    elif op == 28:
        v = 0
        i = 0
        while x >= 0 and i < R[N]:
            if S[DEALT + i] >> x & 1:
                v = ONE << i
            i += 1
    elif op < 31:
        v = 0
        y = 0
        i = 0
        while x != 0:
            if x & 1:
                if op == 30:
                    v += R[S[VALUES] + i]
                elif y >> R[S[SUITS] + i] & 1 == 0:
                    y |= ONE << R[S[SUITS] + i]
                    v += 1
            i += 1
            x >>= 1
    elif op < 33:
        v = extreme(S, R, x, op - 30)
    else:
        v = hidden(S, x)
        i = 0
        while x != 0:
            if x & 1:
                v += count(S[HAND + i])
            i += 1
            x >>= 1
    return v


def run(S, R, pc):
    """Runs the program at pc: instructions of five integers, op x y then d.  A place below zero ends it: ~place is the
    slot of the result.

    Tests (x is S[x]) go on at `then` if they hold, else at d.
     0 IS x number      1 SAME x S[y]      2 BELOW x number    3 LESS x S[y]
     4 AMONG x is a card or suit of the set S[y]               5 WITHIN the set x is not empty and lies in S[y]
     6 BEATS card x would win over card S[y]                   7 HOLDS the players S[y] hold the cards x
     8 VEIL  nothing in the hands of the players x is hidden   9 COIN  hidden cards decide: as guessed
    10 NEXT  takes one player out of the set in slot x and puts him into slot y    11 PICK  the same with a card's number
    Values go into slot d, and on at `then`.
    12 PUT x    13 ADD    14 TAKE    15 TIMES    16 JOIN or    17 EXCEPT and not    18 BOTH and   (x with S[y])
    19 TABLE R[y + x]                20 ROW R[S[y] + x]        21 MASK the table of masks described at R[y], see `duty`
    22 SUM of row y over the players x      23 UNION of row y over the players x      24 MOST of row y over the players x
    25 ONLY the set of x             26 COUNT of the set x     27 SIDE of x, where S[y] play against the rest
    28 HOLDER of the card x          29 SUITS in the cards x   30 WORTH of the cards x   31 TOP   32 BOTTOM of the cards x
    33 SIZE of the hands of the players x
    """
    while pc >= 0:
        op = R[pc]
        x = S[R[pc + 1]]
        y = R[pc + 2]
        if op < 12:
            if op == 0:
                pc = R[pc + 3] if x == y else R[pc + 4]
            elif op == 1:
                pc = R[pc + 3] if x == S[y] else R[pc + 4]
            elif op == 2:
                pc = R[pc + 3] if x < y else R[pc + 4]
            elif op == 3:
                pc = R[pc + 3] if x < S[y] else R[pc + 4]
            elif op == 4:
                pc = R[pc + 3] if x >= 0 and S[y] >> x & 1 else R[pc + 4]
            elif op == 5:
                pc = R[pc + 3] if x != 0 and x & ~S[y] == 0 else R[pc + 4]
            elif op == 6:
                y = S[y]
                pc = R[pc + 3] if x >= 0 and (y < 0 or (R[S[POWER] + x] > 0 and R[S[POWER] + x] > R[S[POWER] + y])) else R[pc + 4]
            elif op < 10:
                if op == 7:
                    v = holds(S, R, x, S[y])
                elif op == 8:
                    v = 1 if S[DIM] == 0 or hidden(S, x) == 0 else 0
                else:
                    v = guess(S)
                pc = R[pc + 3] if v else R[pc + 4]
            elif x == 0:
                pc = R[pc + 4]
            else:
                S[R[pc + 1]] = x & (x - 1)
                x &= -x
                S[y] = x if op == 10 else R[R[LOG] + x % 67]
                pc = R[pc + 3]
        else:
            if op < 22:
                if op == 19:
                    v = R[y + x]
                elif op == 20:
                    v = R[S[y] + x]
                elif op == 21:
                    v = R[R[y] + R[y + 1] * S[TRUMP] + R[y + 2] * S[LED_SUIT] + R[y + 3] * S[BEST]]
                elif op == 18:
                    v = x & S[y]
                elif op == 17:
                    v = x & ~S[y]
                elif op == 16:
                    v = x | S[y]
                elif op == 13:
                    v = x + S[y]
                elif op == 14:
                    v = x - S[y]
                elif op == 15:
                    v = x * S[y]
                else:
                    v = x
            else:
                v = gather(S, R, op, x, y)
            S[R[pc + 4]] = v
            pc = R[pc + 3]
    return S[-1 - pc]


def sided(players, x, everyone):
    """The whole side of x, where these players play against the rest; if they are nobody, everyone plays alone."""
    if players == 0:
        return x
    side = players if x & players else 0
    if x & ~players:
        side |= everyone & ~players
    return side


def extreme(S, R, cards, how):
    """The strongest (1) or weakest (2) of these cards."""
    i = 0
    best = -1
    power = 0
    while cards != 0:
        if cards & 1:
            if best < 0 or (R[S[POWER] + i] > power if how == 1 else R[S[POWER] + i] < power):
                best = i
                power = R[S[POWER] + i]
        i += 1
        cards >>= 1
    return best


def side(S, R, x):
    if R[PARTNERS] == -1:
        return R[R[SIDES] + x]
    return sided(run(S, R, R[PARTNERS]), x, S[ALL])


# ------------------------------------------------------------------------------------------------ turns and stages
def first_of(R, x, among):
    """The first of them in order of play, looking from x."""
    if among == 0:
        return 0
    x = x & -x if x != 0 else 1
    while x & among == 0:
        x = R[R[AFTER] + x]
    return x


def trumps(S, R, suit):
    S[TRUMP] = suit
    S[SUITS] = R[SUITS_BY_TRUMP] + R[ROW] * suit
    S[VALUES] = R[VALUES_BY_TRUMP] + R[ROW] * suit


def enter(S, R, stage):
    """Begins this stage, or the first after it that is not passed over."""
    i = 0
    while run(S, R, R[stage + G_WHEN]) == 0 or (R[stage + G_PLAY] == 0 and run(S, R, R[stage + G_UNTIL]) != 0):
        stage += G_WIDTH
    S[STAGE] = stage
    if R[stage + G_PLAY] == 0:
        who = run(S, R, R[stage + G_TURN])
        S[TURN] = first_of(R, run(S, R, R[stage + G_FIRST]), who)
        return
    p = R[R[SECTIONS] + S[CONTRACT]]
    S[RULES] = p
    trumps(S, R, run(S, R, R[p + P_TRUMP]))
    S[POWER] = R[p + P_POWER] + R[ROW] * (S[TRUMP] * R[SUIT_ROWS] - 1)                 # no suit led yet
    m = run(S, R, R[p + P_PLAYERS]) & S[ALL]
    S[IN_PLAY] = m
    S[IN_TRICK] = 0
    S[CARDS_LEFT] = 0
    while i < R[N]:
        S[NEXT_IN_PLAY + i] = first_of(R, R[R[AFTER] + (ONE << i)], m)
        if m >> i & 1:
            S[IN_TRICK] += 1
            S[CARDS_LEFT] += count(S[HAND + i]) + S[HIDDEN + i]
        i += 1
    S[LEADER] = first_of(R, run(S, R, R[p + P_LEADER]), m)
    S[TURN] = S[LEADER]


def deal(S, R, T, at):
    """The first state of a hand, in a fresh S, from T[at] on.  0: a card is dealt twice, this is no deal."""
    seat = 0
    taken = 0
    S[DEALER] = ONE << T[at]
    at += 1
    S[FOREHAND] = R[R[AFTER] + S[DEALER]]
    S[LEADER] = S[FOREHAND]
    S[TURN] = S[FOREHAND]
    S[RULES] = R[R[SECTIONS] - 1]
    trumps(S, R, -1)
    S[ALL] = (ONE << R[N]) - 1
    S[ALL] &= ~run(S, R, R[SITS_OUT])
    S[IN_PLAY] = S[ALL]
    while seat < R[N]:
        if S[ALL] >> seat & 1:
            h = 0
            i = 0
            while i < R[HAND_SIZE]:
                if T[at] < 0:
                    S[HIDDEN + seat] += 1
                    S[DIM] = 1
                else:
                    bit = ONE << T[at]
                    if taken & bit:
                        return 0
                    taken |= bit
                    h |= bit
                at += 1
                i += 1
                if i == R[PACKET]:
                    S[FIRST_PACKET + seat] = h
            S[HAND + seat] = h
            S[DEALT + seat] = h
        seat += 1
    S[TURN_UP] = T[at]
    S[TALON_AT] = at + 1
    S[TALON_SIZE] = R[TALON]
    if R[TURNED] == 1:
        S[UP_IN_TALON] = 1
        S[TALON_SIZE] += 1
        bit = ONE << T[at]
        if taken & bit:
            return 0
        taken |= bit
    i = at + 1
    while i <= at + R[TALON]:
        if T[i] < 0:
            S[DIM] = 1
        else:
            bit = ONE << T[i]
            if taken & bit:
                return 0
            taken |= bit
            S[TALON_CARDS] |= bit
        i += 1
    enter(S, R, R[STAGES])
    return 1


# ------------------------------------------------------------------------------------------------ playing a card
def duty(S, R, hand):
    """The cards of this hand that may be played now; S[DUTY] is the rule that says so.

    The first line of the ladder that leaves a card is the duty.  Lines that look at the table only stand in a table of
    masks, by trump, suit led and best card; a program works out the others."""
    p = R[S[RULES] + (P_FOLLOW if S[TRICK_SIZE] else P_LEAD)]
    lines = R[p]
    S[DUTY] = 0
    p += 1
    while lines > 0:
        if S[R[p + L_GUARD]] != 0 and (R[p] == -2 or run(S, R, R[p]) != 0):
            if R[p + L_TABLE] >= 0:
                key = R[p + L_TABLE] + R[p + L_BY_TRUMP] * S[TRUMP] + R[p + L_BY_LED] * S[LED_SUIT] + R[p + L_BY_BEST] * S[BEST]
                i = 0
                while i < R[p + L_LINES]:
                    m = R[key + i] & hand
                    if m != 0:
                        S[DUTY] = R[R[p + L_RULES] + i]
                        return m
                    if S[DIM]:
                        S[DENIED] |= R[key + i]
                    i += 1
            else:
                S[HELD] = hand if S[DIM] == 0 else R[DECK]
                m = run(S, R, R[p + L_BY_TRUMP])
                if m & hand == 0 and S[DIM]:
                    S[DENIED] |= m
                m &= hand
                how = R[p + L_HOW]
                if m != 0 or how & 4:
                    S[DUTY] = R[R[p + L_RULES]]
                    if m != 0 and how & 3:
                        i = extreme(S, R, m, how & 3)
                        m = ONE << i if R[SAME_CARDS] < 0 else m & R[R[SAME_CARDS] + i]
                    return m
        p += L_WIDTH
        lines -= 1
    return hand


def play(S, R, T, c):
    """The player on turn plays this card: 0, or the rule that forbids it."""
    seat = R[R[LOG] + S[TURN]]
    hand = S[HAND + seat]
    bit = ONE << c
    S[BLAME] = S[TURN]
    if R[SAME_CARDS] >= 0:                            # of two equal cards the first is meant
        own = R[R[SAME_CARDS] + c] & hand
        if own != 0:
            bit = own & -own
            c = R[R[LOG] + bit % 67]
    if S[DIM] and hand & bit == 0 and S[HIDDEN + seat] > 0 and seen(S, R) & bit == 0:
        known(S, seat, c)
        hand |= bit
    if hand & bit == 0:
        return TABLE_HOLDS
    if S[LENIENT] == 0:
        S[DENIED] = 0
        if duty(S, R, hand) & bit == 0:
            return S[DUTY]
        if S[HIDDEN + seat] > 0 and S[DENIED] & ~seen(S, R):
            S[DOUBT] = 1                              # a hidden card would have had to be played instead
    S[HAND + seat] = hand ^ bit
    S[GONE] |= bit
    S[CARDS_LEFT] -= 1
    if S[TRICK_SIZE] == 0:
        S[LED] = c
        S[LED_SUIT] = R[S[SUITS] + c]
        S[POWER] = R[S[RULES] + P_POWER] + R[ROW] * (S[TRUMP] * R[SUIT_ROWS] + S[LED_SUIT])
        S[BEST] = c
        S[BEST_BY] = S[TURN]
        S[TRICK_CARDS] = bit
        S[TRICK_POINTS] = R[S[VALUES] + c]
        S[TRICK_SIZE] = 1
    else:
        if R[S[POWER] + c] > R[S[POWER] + S[BEST]] and R[S[POWER] + c] > 0:
            S[BEST] = c
            S[BEST_BY] = S[TURN]
        S[TRICK_CARDS] |= bit
        S[TRICK_POINTS] += R[S[VALUES] + c]
        S[TRICK_SIZE] += 1
    if S[TRICK_SIZE] == S[IN_TRICK]:
        end_trick(S, R, T)
    else:
        S[TURN] = S[NEXT_IN_PLAY + seat]
        S[LAST_MOVE] = 1
    return 0


def end_trick(S, R, T):
    w = S[BEST_BY]
    seat = R[R[LOG] + w]
    i = 0
    S[TRICKS + seat] += 1
    S[CARD_POINTS + seat] += S[TRICK_POINTS]
    S[POINTS + seat] += S[TRICK_POINTS]
    S[WON + seat] |= S[TRICK_CARDS]
    S[LAST_WINNER] = w
    S[LAST_CARDS] = S[TRICK_CARDS]
    S[LEADER] = w
    S[TURN] = w
    S[LED] = -1
    S[LED_SUIT] = -1
    S[BEST] = -1
    S[BEST_BY] = 0
    S[TRICK_SIZE] = 0
    S[TRICK_CARDS] = 0
    S[TRICK_NUMBER] += 1
    S[LAST_MOVE] = 2
    if S[MELDS]:
        while i < R[N]:
            S[DECLARED + i] = 0
            i += 1
        recount(S, R)
    if S[TALON_SIZE] > 0 and R[S[RULES] + P_DRAW] != -1:
        if R[S[RULES] + P_LAZY]:
            S[UNDRAWN] = 1
        else:
            draw(S, R, T)


def draw(S, R, T):
    """One card each from the talon, the winner of the trick first; the turn-up is the last."""
    x = S[LAST_WINNER]
    i = 0
    S[UNDRAWN] = 0
    if S[TALON_SIZE] == 0 or run(S, R, R[S[RULES] + P_DRAW]) == 0:
        return
    while i < S[IN_TRICK] and S[TALON_SIZE] > 0:
        S[TALON_SIZE] -= 1
        if S[TALON_SIZE] == 0 and S[UP_IN_TALON]:
            c = S[TURN_UP]
        else:
            c = T[S[TALON_AT]]
            S[TALON_AT] += 1
        seat = R[R[LOG] + x]
        if c < 0:
            S[HIDDEN + seat] += 1
        else:
            S[HAND + seat] |= ONE << c
            S[TALON_CARDS] &= ~(ONE << c)
        S[CARDS_LEFT] += 1
        S[DRAWN + i] = c
        x = S[NEXT_IN_PLAY + seat]
        i += 1
    if S[TALON_SIZE] == 0:
        S[TURN_UP] = -1
    S[JUST_DRAWN] = i


def known(S, seat, c):
    """A hidden card of this hand comes to be known."""
    if S[HAND + seat] >> c & 1 == 0:
        S[HAND + seat] |= ONE << c
        S[HIDDEN + seat] -= 1


def drawn(S, R, T, cards):
    """The record names the cards that were drawn; 63 is one that nobody wrote down."""
    i = 0
    if S[UNDRAWN]:
        draw(S, R, T)
    S[BLAME] = S[TURN]
    if S[JUST_DRAWN] == 0 or S[JUST_DRAWN] != cards & 7:
        return TABLE_DRAW
    x = S[LAST_WINNER]
    cards >>= 3
    while i < S[JUST_DRAWN]:
        c = cards & 63
        if c != 63 and c != S[DRAWN + i]:
            if S[DRAWN + i] >= 0 or seen(S, R) >> c & 1:
                S[BLAME] = x
                return TABLE_DRAW
            known(S, R[R[LOG] + x], c)
        cards >>= 6
        x = S[NEXT_IN_PLAY + R[R[LOG] + x]]
        i += 1
    S[JUST_DRAWN] = 0
    return 0


# ------------------------------------------------------------------------------------------------ everything else
def recount(S, R):
    """Which melds count is asked anew after every move that could change it."""
    seat = 0
    while seat < R[N]:
        v = 0
        kind = 0
        while kind < R[MELD_KINDS]:
            if S[MEMORY + SEATS * kind + seat] != 0:
                S[PLAYER] = ONE << seat
                if run(S, R, R[R[S[RULES] + P_COUNTS] + kind]) != 0:
                    v += S[MEMORY + SEATS * kind + seat]
            kind += 1
        S[MELD_POINTS + seat] = v
        S[POINTS + seat] = S[CARD_POINTS + seat] + v + S[BONUS + seat]
        seat += 1


def tried(S, R, T, m, seat):
    """The move at R[m] is made by whoever it is meant to be: 0, or the rule that forbids it."""
    by = S[TURN]
    actor = S[TURN]
    if R[m + M_BY] != -1:
        by = run(S, R, R[m + M_BY])
    if seat != 0:
        actor = ONE << (seat - 1)
        if R[m + M_ALSO] != -1:
            by |= run(S, R, R[m + M_ALSO])
    elif by != 0:
        actor = first_of(R, S[TURN], by)
    S[ACTOR] = actor
    S[BLAME] = actor
    if actor & by == 0:
        return TABLE_TURN
    rule = ask(S, R, R[m + M_REQUIRE], -1)
    if rule == 0 and R[m + M_CALLS]:
        rule = ask(S, R, R[R[CALLS] + S[CALL]], -1)
    if rule == 0:
        effects(S, R, T, m)
    return rule


def bound(S, R, row):
    """What the token at this row names."""
    c = R[row + T_CARD]
    S[CARD] = c
    S[SUIT] = R[row + T_SUIT]
    S[CALL] = R[row + T_CALL]
    if c >= 0 and R[SAME_CARDS] >= 0:
        own = R[R[SAME_CARDS] + c] & S[HAND + R[R[LOG] + S[TURN]]]
        if own != 0:
            S[CARD] = R[R[LOG] + (own & -own) % 67]


def say(S, R, T, row, seat, number):
    """Everything that is said or done besides playing a card: 0, or the rule that forbids it."""
    move = R[row + T_MOVE]
    m = R[R[S[RULES] + P_MOVES] + move]
    c = R[row + T_CARD]
    S[BLAME] = ONE << (seat - 1) if seat else S[TURN]
    if m == 0:
        return TABLE_STAGE
    if S[OVER] and R[R[S[RULES] + P_THEN] + S[OVER]] >> move & 1 == 0:
        return TABLE_OVER
    if R[S[STAGE] + G_MOVES] >> move & 1 == 0:
        return TABLE_STAGE
    if S[UNDRAWN] and R[m + M_EARLY] == 0:
        draw(S, R, T)
    if R[row + T_FITS] == 0:
        S[BLAME] = S[TURN]
        return TABLE_STAGE
    bound(S, R, row)
    S[SAID] = number
    S[NUMBER] = number
    rule = tried(S, R, T, m, seat)
    if rule != 0 and S[UNDRAWN]:                      # not before drawing: perhaps after
        draw(S, R, T)
        again = S[BLAME]
        if tried(S, R, T, m, seat) == 0:
            rule = 0
        S[BLAME] = again
    if rule != 0:
        return rule
    S[LAST_MOVE] = move
    if R[row + T_FITS] == 2:                          # a meld together with the card that is led
        if S[UNDRAWN]:
            draw(S, R, T)
        return play(S, R, T, c)
    if R[S[STAGE] + G_PLAY] == 0:
        own = 0
        if run(S, R, R[S[STAGE] + G_UNTIL]) == 0:
            own = run(S, R, R[S[STAGE] + G_TURN])
        if own == 0:
            enter(S, R, S[STAGE] + G_WIDTH)
        else:
            S[TURN] = first_of(R, R[R[AFTER] + S[ACTOR]], own)
    return 0


def leave(S, seat, c):
    """This card leaves the hand, if it was known to be there or not."""
    if S[HAND + seat] >> c & 1:
        S[HAND + seat] ^= ONE << c
    elif S[HIDDEN + seat] > 0:
        S[HIDDEN + seat] -= 1


def effects(S, R, T, m):
    """What the move does, in this order: shows, scores, swaps, picks up, discards, sets.  All values are read before
    cards move."""
    seat = R[R[LOG] + S[ACTOR]]
    i = 0
    p = m + M_WIDTH
    if R[m + M_SHOWS] != -1:
        S[MELDS] = 1
        S[DECLARED + seat] |= run(S, R, R[m + M_SHOWS])
        if S[SUIT] >= 0:
            S[MELDED + seat] |= ONE << S[SUIT]
    if R[m + M_SCORES] != -1:
        S[MELDS] = 1
        S[MEMORY + SEATS * R[m + M_KIND] + seat] += run(S, R, R[m + M_SCORES])
        recount(S, R)
    while i < R[m + M_SETS]:
        S[NEW + i] = run(S, R, R[p + 3 * i])
        i += 1
    if R[m + M_SWAPS] != -1:
        v = run(S, R, R[m + M_SWAPS])
        if v >= 0 and S[TURN_UP] >= 0:
            leave(S, seat, v)
            S[HAND + seat] |= ONE << S[TURN_UP]
            S[TURN_UP] = v
    if R[m + M_PICKS] == 1:
        while S[TALON_SIZE] > S[UP_IN_TALON]:
            if T[S[TALON_AT]] < 0:
                S[HIDDEN + seat] += 1
            else:
                S[HAND + seat] |= ONE << T[S[TALON_AT]]
            S[TALON_AT] += 1
            S[TALON_SIZE] -= 1
    if R[m + M_PICKS] != 0 and S[TALON_SIZE] > 0 and S[UP_IN_TALON]:
        S[HAND + seat] |= ONE << S[TURN_UP]
        S[TALON_SIZE] -= 1
        S[UP_IN_TALON] = 0
        if R[m + M_PICKS] == 2:
            S[TURN_UP] = -1
    if R[m + M_DISCARDS] != -1:
        v = run(S, R, R[m + M_DISCARDS])
        leave(S, seat, v)
        S[GONE] |= ONE << v
    i = 0
    while i < R[m + M_SETS]:
        if R[p + 2] == 2:
            trumps(S, R, S[NEW + i])
        else:
            S[R[p + 1] + (seat if R[p + 2] == 1 else 0)] = S[NEW + i]
        p += 3
        i += 1


def step(S, R, T, t):
    """One token: 0 and the state after it, or the rule that forbids it and the state as it was judged."""
    row = R[TOKENS] + T_WIDTH * (t & 1023)
    move = R[row + T_MOVE]
    seat = t >> 10 & 7
    stage = S[STAGE]
    if move < 3 and move != 0:
        if move == 1:
            return drawn(S, R, T, t >> 13)
        while t >> 13 & 7:                            # cards that this player is known to hold now
            known(S, seat - 1, t >> 16 & 63)
            t = (t >> 22 << 16) | ((t >> 13 & 7) - 1) << 13
        return 0
    S[JUST_DRAWN] = 0
    if move == 0:
        S[BLAME] = ONE << (seat - 1) if seat else S[TURN]
        if S[OVER]:
            return TABLE_OVER
        if S[UNDRAWN]:
            draw(S, R, T)
        if R[stage + G_PLAY] == 0:
            S[BLAME] = S[TURN]
            return TABLE_STAGE
        if seat and S[TURN] != S[BLAME]:
            return TABLE_TURN
        rule = play(S, R, T, R[row + T_CARD])
    else:
        rule = say(S, R, T, row, seat, t >> 13)
    if rule != 0:
        return rule
    often = R[S[RULES] + P_ASK]
    if move != 0 or S[CARDS_LEFT] == 0 or often == 2 or (often == 1 and S[TRICK_SIZE] == 0):
        if R[S[STAGE] + G_PLAY] != 0:
            if S[MELDS] and (move != 0 or often == 2):
                recount(S, R)
            rule = ask(S, R, R[S[RULES] + P_ENDS], 0)
            if rule != 0:
                finish(S, R, rule)
    return 0


def finish(S, R, end):
    """An end is reached; with the first come the bonuses."""
    first = S[OVER]
    p = R[S[RULES] + P_BONUSES]
    rows = R[p]
    S[OVER] = end
    if first != 0:
        return
    while rows > 0:
        if run(S, R, R[p + 1]) != 0:
            v = run(S, R, R[p + 2])
            seat = run(S, R, R[p + 3])
            if seat != 0:
                seat = R[R[LOG] + (seat & -seat) % 67]
                S[BONUS + seat] += v
                S[POINTS + seat] += v
        p += 3
        rows -= 1


def legal(S, R, T, out):
    """Every token that may come next; how many.  S is a copy: cards that are due are drawn on the way, and what may be said
    before that may be listed twice."""
    k = 0
    if S[UNDRAWN] and S[OVER] == 0:
        k = words(S, R, out, k, 1)
        draw(S, R, T)
    if S[OVER] == 0 and R[S[STAGE] + G_PLAY]:
        seat = R[R[LOG] + S[TURN]]
        m = duty(S, R, S[HAND + seat])
        if S[HIDDEN + seat] > 0:
            m |= R[DECK] & ~seen(S, R)
        k = listed(R, m, R[CARD_WORDS], 0, out, k)
    return words(S, R, out, k, 0)


def listed(R, cards, table, extra, out, k):
    c = 0
    last = -1
    while cards != 0:
        if cards & 1 and R[table + 2 * c] != last:
            last = R[table + 2 * c]                   # doubles have one word
            out[k] = last | extra
            k += 1
        cards >>= 1
        c += 1
    return k


def words(S, R, out, k, early):
    """What may be said now, by whom: the moves of this stage whose requirements all hold."""
    move = 3
    moves = R[S[STAGE] + G_MOVES]
    if S[OVER]:
        moves &= R[R[S[RULES] + P_THEN] + S[OVER]]
    while moves >> move != 0:
        m = R[R[S[RULES] + P_MOVES] + move]
        if moves >> move & 1 and m != 0 and (early == 0 or R[m + M_EARLY]):
            by = S[TURN] if R[m + M_BY] == -1 else run(S, R, R[m + M_BY])
            also = 0 if R[m + M_ALSO] == -1 else run(S, R, R[m + M_ALSO])
            meant = first_of(R, S[TURN], by) if by else S[TURN]
            seat = 0
            while seat < R[N]:
                if (by | also) >> seat & 1:
                    S[ACTOR] = ONE << seat
                    k = said(S, R, out, k, m, R[WORDS] + 3 * move, 0 if S[ACTOR] == meant and meant & by else (seat + 1) << 10)
                seat += 1
        move += 1
    return k


def said(S, R, out, k, m, w, named):
    """The ways this move may be worded by S[ACTOR]."""
    row = R[w]
    seat = R[R[LOG] + S[ACTOR]]
    while row < R[w] + R[w + 1]:
        p = R[TOKENS] + T_WIDTH * row
        bound(S, R, p)
        n = 0
        while n < (1 if R[w + 2] == 0 else 14 if R[w + 2] == 1 else R[R[NUMBERS]]):
            number = n if R[w + 2] < 2 else R[R[NUMBERS] + 1 + n]
            S[SAID] = number
            S[NUMBER] = number
            n += 1
            if R[p + T_FITS] != 1 or ask(S, R, R[m + M_REQUIRE], -1) != 0:
                continue
            if R[m + M_CALLS] and ask(S, R, R[R[CALLS] + S[CALL]], -1) != 0:
                continue
            out[k] = row | named | number << 13
            k += 1
            if R[w + 2] == 2 and S[ACTOR] == S[TURN] and S[TRICK_SIZE] == 0 and S[OVER] == 0:
                old = S[DECLARED + seat]              # and the card led with it
                melds = S[MELDS]
                if R[m + M_SHOWS] != -1:
                    S[DECLARED + seat] |= run(S, R, R[m + M_SHOWS])
                    S[MELDS] = 1
                cards = duty(S, R, S[HAND + seat]) & S[DECLARED + seat] & R[R[NUMBERS] - 1 - S[SUIT]]
                k = listed(R, cards, R[CARD_WORDS] + 1, named | number << 13, out, k)
                S[DECLARED + seat] = old
                S[MELDS] = melds
        row += 1
    return k


# ------------------------------------------------------------------------------------------------ the result
def score(S, R):
    """Who wins (in S[WINNER], whole sides) and how much: the first row that holds; without a figure, the first tier."""
    p = S[RULES]
    row = ask(S, R, R[p + P_SCORE], -2)
    times = 1
    S[RULE] = 0
    S[BECAUSE] = 0
    S[WINNER] = 0
    S[LOSER] = 0
    if row <= 0:
        S[DOUBT] |= row
        return 0
    row = R[p + P_SCORE_ROWS] + 4 * row
    S[BECAUSE] = R[row + 3]
    S[WINNER] = side(S, R, run(S, R, R[row]))
    S[LOSER] = S[ALL] & ~S[WINNER] if S[WINNER] != 0 else 0
    times = run(S, R, R[p + P_TIMES])
    if R[row + 1] == -1:
        v = ask(S, R, R[p + P_TIERS], -2)
        if v <= 0:
            S[DOUBT] |= v
            S[RULE] = R[row + 3]
            return 0
        row = R[p + P_TIER_ROWS] + 4 * v
    S[RULE] = R[row + 3]
    return run(S, R, R[row + 1]) * times


def penalty(S, R, rule):
    """What an illegal move costs: as `score`; S[RULE] is 0 if nothing is said about it."""
    p = R[S[RULES] + P_WRONGS]
    rows = R[p]
    S[RULE] = 0
    S[WINNER] = 0
    S[ACTOR] = S[BLAME]
    p += 1
    while rows > 0:
        if R[R[p + 4] + rule] and run(S, R, R[p]) != 0:
            S[WINNER] = side(S, R, run(S, R, R[p + 1]))
            S[LOSER] = S[ALL] & ~S[WINNER]
            S[RULE] = R[p + 3]
            S[BECAUSE] = R[p + 3]
            return run(S, R, R[p + 2])
        p += 5
        rows -= 1
    return 0


def replay(S, R, T, start, at, end, out, o):
    """A record, in a fresh S: the deal at T[start], then the moves T[at] to T[end] as far as the first that is illegal.
    The verdict row: status, moves checked, rule, because, winner, game points, then for each seat its side's card points,
    meld points, bonus and tricks."""
    m = at
    rule = 0
    points = 0
    status = ONGOING
    i = 0
    S[RULE] = 0
    S[BECAUSE] = 0
    if deal(S, R, T, start) == 0:
        status = UNREADABLE
    else:
        while m < end and rule == 0:
            rule = step(S, R, T, T[m])
            m += 1
        if rule != 0:
            m -= 1
            status = ILLEGAL
            points = penalty(S, R, rule)
        elif S[OVER]:
            status = COMPLETE
            points = score(S, R)
            rule = S[RULE]
            if S[DOUBT]:
                status = UNDETERMINED
    out[o] = status
    out[o + 1] = m - at
    out[o + 2] = rule
    out[o + 3] = S[BECAUSE]
    out[o + 4] = S[WINNER]
    out[o + 5] = points
    o += 6
    while i < R[N]:
        x = side(S, R, ONE << i)
        out[o] = total(S, CARD_POINTS, x)
        out[o + 1] = total(S, MELD_POINTS, x)
        out[o + 2] = total(S, BONUS, x)
        out[o + 3] = total(S, TRICKS, x)
        o += 4
        i += 1


def total(S, row, players):
    v = 0
    while players != 0:
        if players & 1:
            v += S[row]
        row += 1
        players >>= 1
    return v

# ------------------------------------------------------------------------------------------------ doors
def ints(a):
    return cython.address(a[0]) if cython.compiled else a


def value(S, R, pc):
    s = array("q", S) if cython.compiled else S       # a list will do here
    return run(ints(s), ints(R), pc)


def begin(S, R, T):
    return deal(ints(S), ints(R), ints(T), 0)


def play_on(S, R, T, t):
    return step(ints(S), ints(R), ints(T), t)


def next_tokens(S, R, T, out):
    return legal(ints(S), ints(R), ints(T), ints(out))


def replay_one(S, R, T, at, end, out):
    replay(ints(S), ints(R), ints(T), 0, at, end, ints(out), 0)


def many(S, R, init, T, starts, size, first, last, out, width):
    while first < last:
        i = 0
        while i < R[KEEP]:
            S[i] = init[i]
            i += 1
        replay(S, R, T, starts[first], starts[first] + size, starts[first + 1], out, first * width)
        first += 1


def batch(S, R, init, T, starts, size, first, last, out, width):
    """Records first to last of a column of integers, each with a deal of this size: a verdict row each."""
    if cython.compiled:
        released(ints(S), ints(R), ints(init), ints(T), ints(starts), size, first, last, ints(out), width)
    else:
        while first < last:
            S[:] = init
            replay(S, R, T, starts[first], starts[first] + size, starts[first + 1], out, first * width)
            first += 1


def released(S, R, init, T, starts, size, first, last, out, width):
    with cython.nogil:
        many(S, R, init, T, starts, size, first, last, out, width)
