# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: infer_types=True, annotation_typing=False
"""The table: a machine that replays a hand of cards. Integers in, integers out; it knows no game.

R  the ruleset, one image of integers (laid out by `bummerl.interpreter.image`): header, tables, programs, sections.
S  the state of one hand: the slots below, then the ruleset's memory; behind it constants and scratch.
T  the record: dealer, hands in the order dealt, turn-up, talon, then the moves as tokens.

A card, suit, rank, contract or move is a number, none is -1. Players and cards in the plural are bit sets; one player
is a set of one. A rule is its place in the ruleset's list of ids; 0 is no rule. A table is entered at index 0; its
entry for none lies just below. CPython runs this file as it is; Cython compiles it unchanged, with the types of the
.pxd that `python -m bummerl.interpreter.pxd` writes. `docs/core.md` is the manual.

Only integers, sequences of integers, `while` and `if` between the first function and the doors at the end: no
objects, no recursion, no exceptions, no negative shift or index. What can be worked out when a ruleset is loaded is
worked out there.
"""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython  # type: ignore[import-untyped]
except ImportError:  # pragma: no cover
    from bummerl.interpreter import nocython as cython

Ints = MutableSequence[int]  # inside the machine: an address when compiled
Column = MutableSequence[int]  # at its doors: a list, or an array("q") when compiled

# A number that changes with every edit of this file (`python -m bummerl.interpreter.pxd`): a compiled core that was
# built from another text is noticed when it is imported.
FINGERPRINT = 1692958896

ONE = 1
LIMIT = 1000000  # numbers stay within a million either way
NOTHING = -4611686018427387904  # no value of any program

# ------------------------------------------------------------------------------------------------ slots of S
NO = 0  # always 0 and 1: where a condition ends
YES = 1
ALL = 2  # everyone who has cards
DEALER = 3
FOREHAND = 4
LEADER = 5
TURN = 6
ACTOR = 7  # who makes the move
TRUMP = 8
TURN_UP = 9
LED = 10
LED_SUIT = 11
BEST = 12  # the card that wins the trick so far
BEST_BY = 13
TRICK_NUMBER = 14
TRICK_SIZE = 15
TRICK_CARDS = 16
TRICK_POINTS = 17
TALON_SIZE = 18  # cards not drawn yet, the turn-up included
UP_IN_TALON = 19  # 1: the turn-up is the talon's last card
TALON_AT = 20  # place in T of the next card of the talon
LAST_WINNER = 21
LAST_CARDS = 22
LAST_MOVE = 23  # what happened last: a number of a move, see MOVE_DEAL
CARDS_LEFT = 24  # in the hands of those in play
CONTRACT = 25
UNDRAWN = 26  # 1: the cards for the last trick are still to be drawn
CARD = 27  # what a move names
SUIT = 28
SAID = 29
NUMBER = 30
CALL = 31
PLAYER = 32  # who is looked at
WINNER = 33
LOSER = 34
STAGE = 35  # place in R of the stage
RULES = 36  # place in R of the section in force
POWER = 37  # place in R of the strengths under this trump and suit led
SUITS = 38  # place in R of the suit each card belongs to
VALUES = 39  # place in R of what each card counts
IN_PLAY = 40  # who plays this contract
IN_TRICK = 41  # how many play to a trick
GONE = 42  # cards played or put away
HELD = 43  # the hand a duty is asked for
OVER = 44  # 0, or which end was reached, from 1
BLAME = 45  # who made the illegal move
DUTY = 46  # the rule of the duty that was found
MELDS = 47  # 1: somebody has melded
JUST_DRAWN = 48  # so many cards may still be named as drawn
RULE = 49  # of the outcome: the row that gave the figure
BECAUSE = 50  # of the outcome: the row that named the winner
ROW_OF_WINNER = 51  # of the outcome: place in R of that row, 0 if there is none
DIM = 52  # 1: something is not recorded
GUESS = 53  # what hidden cards are taken to say, a bit a question
ASKED = 54  # how many questions hung on hidden cards
DOUBT = 55  # what hidden cards leave open, see DOUBT_DUTY
LENIENT = 56  # 1: duties are not asked for, who holds what is to be learnt first
TALON_CARDS = 57  # recorded cards still in the talon, face down
DENIED = 58  # cards of the duties passed over
BLURRED = 59  # players whose hands took cards that are not recorded since the deal
HEARD = 60  # ways in which hidden cards could answer that were heard out in this hand
PATIENCE = 61  # instructions that may still be run for this record; below zero it is given up

SEATS = 6  # every row below has six places, one a seat
HAND = 62
DEALT = 68
FIRST_PACKET = 74
WON = 80
DECLARED = 86  # cards shown since the last trick
MELDED = 92  # suits declared in this hand
TRICKS = 98
CARD_POINTS = 104
MELD_POINTS = 110  # those that count
BONUS = 116
POINTS = 122  # the three together
BROUGHT = 128  # card points of a hand that this one continues
SCORE_NOW = 134  # game points of the match
TO_NIL = 140  # the most of them while the others had none
NEXT_IN_PLAY = 146
DRAWN = 152  # cards just drawn, the winner's first
HIDDEN = 158  # how many cards of the hand are not recorded
PACKET_HIDDEN = 164  # how many cards of the first packet are not recorded
NEW = 170  # values of `set` on their way into memory
MOST_SETS = 12
MEMORY = 182  # the ruleset's own: a row for each move that scores, memory, constants, scratch

# ------------------------------------------------------------------------------------------------ header of R
N = 0  # seats
KEEP = 1  # slots of S that make up the state
WIDTH = 2  # all slots of S
HAND_SIZE = 3
PACKET = 4  # cards in the first packet
TALON = 5  # face-down cards
TURNED = 6  # 0 no card, 1 one of the talon is turned up, 2 a dealt card is shown
DEALT_TO = 7  # hands that are dealt
SITS_OUT = 8  # program: players without cards
PARTNERS = 9  # program: these play against the rest; NO_PROGRAM: the table SIDES
CARDS = 10
DECK = 11  # the set of all cards
SUIT_ROWS = 12  # suits, and one more for none
ROW = 13  # length of a row by cards: cards, and one more for none
SAME_CARDS = 14  # table: a card and its doubles; NO_TABLE: a pack of singles
SUITS_BY_TRUMP = 15  # rows by trump: the suit each card belongs to
VALUES_BY_TRUMP = 16  # rows by trump: what each card counts
SUIT_CARDS = 17  # table: the printed cards of each suit
TOKENS = 18  # rows of tokens
TOKEN_ROWS = 19  # how many
STAGES = 20
SECTIONS = 21  # table: the section of each contract; below it the one without
CALLS = 22  # table: program, what each contract requires of who calls it
MELD_KINDS = 23  # moves that score
WORDS = 24  # by move: rows of W_WIDTH
CARD_WORDS = 25  # by card: the row that plays it, the row that melds with it (-1: none)
ROOM = 26  # tokens that `legal` may list

# Three tables stand at fixed places.
LOG = 32  # the number of a bit, by bit % LOG_SIZE: all 62 bits differ
LOG_SIZE = 67
AFTER = 99  # by players: those who sit next
SIDES = 163  # by players: their whole sides
IMAGE = 227  # here the rest of the image begins

NO_PROGRAM = -1
NO_TABLE = -1

# rules every table has
TABLE_TURN = 1  # it is not for him to do that
TABLE_STAGE = 2  # not at this point of the hand
TABLE_HOLDS = 3  # he does not hold that card
TABLE_OVER = 4  # the hand is over
TABLE_DRAW = 5  # those are not the cards that were drawn

# ------------------------------------------------------------------------------------------------ records in R and T
# a token in T: bits 0-9 its row, 10-12 the seat named, from 1, 13.. a number, or cards
TOKEN_ROW = 1023
TOKEN_SEAT_AT = 10
TOKEN_SEAT = 7
TOKEN_REST_AT = 13
# cards behind a token: how many, then each in six bits
CARDS_COUNT = 7
CARDS_AT = 3
CARD_BITS = 6
CARD_MASK = 63
UNKNOWN_CARD = 63

# a row of TOKENS
T_MOVE = 0  # see MOVE_CARD
T_CARD = 1
T_SUIT = 2
T_CALL = 3
T_FITS = 4  # FITS_NOT: what is named is not of the kind the move wants
T_WIDTH = 5
FITS_NOT = 0
FITS = 1
FITS_WITH_CARD = 2  # a meld together with the card that is led

# moves: T_MOVE, and what LAST_MOVE may be
MOVE_CARD = 0  # T_MOVE: a card is played
MOVE_DRAWN = 1  # T_MOVE: the cards just drawn are named
MOVE_KNOWN = 2  # T_MOVE: cards that a player is known to hold now
MOVES = 3  # the ruleset's own begin here
MOVE_DEAL = 0  # LAST_MOVE
MOVE_PLAYED = 1  # LAST_MOVE: a card
MOVE_TRICK = 2  # LAST_MOVE: a card that completed a trick

# words of a move
W_ROW = 0  # its first row in TOKENS
W_ROWS = 1  # how many
W_KIND = 2
W_SAYS = 3  # table of the numbers it may name besides what it scores: how many, then each; or NO_TABLE
W_WIDTH = 4
W_PLAIN = 0
W_NUMBER = 1
W_MELD = 2

# a stage
G_WHEN = 0  # program
G_UNTIL = 1  # program
G_TURN = 2  # program: who is in it
G_FIRST = 3  # program
G_MOVES = 4  # set of moves
G_KIND = 5
G_WIDTH = 6
G_WORDS = 0  # a stage before play
G_PLAY = 1
G_END = 2  # behind the last: nothing can be done any more

# a section: the rules in force under one contract
P_LEADER = 0  # program
P_TRUMP = 1  # program
P_PLAYERS = 2  # program
P_DRAW = 3  # program; NO_PROGRAM: nothing is drawn
P_LAZY = 4  # 1: some moves come before drawing
P_POWER = 5  # strengths by trump, suit led, card
P_LEAD = 6  # ladder
P_FOLLOW = 7  # ladder
P_MOVES = 8  # table by move: its place, 0 off
P_ENDS = 9  # program: which end is reached, 0 none
P_THEN = 10  # table by end: the moves that may still come
P_OFTEN = 11  # how often ends can come
P_BONUSES = 12  # how many, then rows of B_WIDTH
P_SCORE = 13  # program: which row holds, from 1; 0 none
P_TIERS = 14  # program, likewise
P_TIMES = 15  # program
P_COUNTS = 16  # table by kind of meld: program
P_WRONGS = 17  # how many, then rows of I_WIDTH
P_SCORE_ROWS = 18  # rows of R_WIDTH, from 1
P_TIER_ROWS = 19  # the same for tiers
P_WIDTH = 20
ENDS_WITH_WORDS = 0  # and with the last card
ENDS_WITH_TRICKS = 1
ENDS_WITH_CARDS = 2

# a move
M_REQUIRE = 0  # program: the requirement that fails, 0 none
M_BY = 1  # program; NO_PROGRAM: whose turn it is
M_ALSO = 2  # program; NO_PROGRAM: nobody
M_EARLY = 3  # 0; or it may come before drawing: table by rule, its place among the requirements from 1
M_CALLS = 4  # 1: names a contract
M_SHOWS = 5  # program or NO_PROGRAM
M_SCORES = 6  # program or NO_PROGRAM
M_KIND = 7  # of meld
M_SWAPS = 8  # program or NO_PROGRAM
M_PICKS = 9
M_DISCARDS = 10  # program or NO_PROGRAM
M_SETS = 11  # how many; then rows of E_WIDTH
M_WIDTH = 12
PICKS_TALON = 1
PICKS_TURN_UP = 2
# a value that is set
E_VALUE = 0  # program
E_SLOT = 1
E_HOW = 2  # sum of the following
E_WIDTH = 3
SET_EACH = 1  # the actor's own
SET_TRUMP = 2
SET_NUMBER = 4  # held within LIMIT

# a line of a ladder
L_WHEN = 0  # program
L_TABLE = 1  # of masks, by trump, suit led and best card; NO_TABLE: a program gives the mask
L_BY_TRUMP = 2  # strides of the table; or the program
L_BY_LED = 3
L_BY_BEST = 4
L_LINES = 5  # how many duties stand side by side in the table
L_HOW = 6  # sum of the following
L_RULES = 7  # place in R of their rules
L_GUARD = 8  # a slot: while it holds 0, so does `when`
L_WIDTH = 9
ONLY_HIGHEST = 1
ONLY_LOWEST = 2
FIRM = 4
ALWAYS = -2  # the program that ends in YES

# a bonus
B_WHEN = 0  # program
B_POINTS = 1  # program
B_TO = 2  # program
B_WIDTH = 3
# a row of score or tiers
R_WINNER = 0  # program
R_WORTH = 1  # program; NO_PROGRAM: the tiers say
R_PAYS = 2  # program over PLAYER, or NO_PROGRAM
R_RULE = 3
R_WIDTH = 4
# an irregularity
I_WHEN = 0  # program
I_WINNER = 1  # program
I_WORTH = 2  # program
I_RULE = 3
I_FOR = 4  # table by rule: 1 if it is for that
I_WIDTH = 5

# a verdict row
V_STATUS = 0
V_MOVES = 1  # moves checked: the index of an illegal one
V_RULE = 2
V_BECAUSE = 3
V_WINNER = 4
V_POINTS = 5  # game points
V_SEATS = 6  # then for each seat the figures of its side
V_CARD_POINTS = 0
V_MELD_POINTS = 1
V_BONUS = 2
V_TRICKS = 3
V_SEAT_WIDTH = 4
ONGOING = 0
COMPLETE = 1
ILLEGAL = 2
UNREADABLE = 3
UNDETERMINED = 4

# incomplete records
MOST_WORK = 4000000  # instructions that are run for a record; see PATIENCE
TOKEN_WORK = 40  # a token counts like so many of them
QUESTIONS = 62  # that may hang on hidden cards in one program: a bit each
WAYS = 2048  # answers to them that are heard out in a hand; after that it is not known
DOUBT_DUTY = 1  # a hidden card would have had to be played instead
DOUBT_VALUE = 2  # a value was worked out from cards that are not recorded
REFUSES = -1  # `ask`: 0 if one way gives 0
UNDECIDED = -2  # `ask`: the value if the ways differ

# ------------------------------------------------------------------------------------------------ instructions
# op, x, y, then, d
O_THEN = 3
O_ELSE = 4
O_WIDTH = 5
# tests: x is S[x]; on at `then` if it holds, else at d
OP_IS = 0  # x is the number y
OP_BELOW = 1  # x < the number y
OP_SAME = 2  # x is S[y]
OP_LESS = 3  # x < S[y]
OP_AMONG = 4  # x is a card, suit or rank of the set S[y]
OP_WITHIN = 5  # the set x is not empty and lies in S[y]
OP_HOLDS = 6  # the players S[y] hold the cards x
OP_NEXT = 7  # takes one player out of the set in slot x and puts him into slot y; fails if there is none
OP_PICK = 8  # the same with a card's number
OP_BEATS = 9  # card x would win over card S[y]
OP_VEIL = 10  # row y (of hidden cards) is 0 for all players x
OP_COIN = 11  # hidden cards decide: as guessed
# values: into slot d, and on at `then`
OP_PUT = 12  # x
OP_ADD = 13  # x + S[y]
OP_TAKE = 14  # x - S[y]
OP_TIMES = 15  # x * S[y]
OP_JOIN = 16  # the sets x and S[y] together
OP_EXCEPT = 17  # the set x without S[y]
OP_BOTH = 18  # what is in both sets
OP_TABLE = 19  # R[y + x]
OP_ROW = 20  # R[S[y] + x]
OP_MASK = 21  # the table of masks described at R[y]: place, strides by trump, suit led, best card
OP_SUM = 22  # of row y over the players x
OP_UNION = 23  # of row y over the players x
OP_MOST = 24  # of row y over the players x
OP_ONLY = 25  # the set of x
OP_COUNT = 26  # of the set x
OP_SIDE = 27  # of x, where S[y] play against the rest
OP_HOLDER = 28  # who was dealt the card x
OP_SUITS = 29  # how many suits in the cards x
OP_WORTH = 30  # card points of the cards x
OP_TOP = 31  # the strongest of the cards x
OP_BOTTOM = 32  # the weakest
OP_SIZE = 33  # cards held by the players x
# where the groups of `run` and `gather` end
TESTS = 12  # below it a test
TWO_SLOTS = 4  # below it a comparison of numbers
RARE = 9  # from it on a rare test
PLAIN = 22  # below it a value that needs no loop
OVER_ROW = 25  # below it a value over a row of six


# ------------------------------------------------------------------------------------------------ small tools
def count(x: int) -> int:
    """How many are in a set."""
    v = 0
    while x != 0:
        x &= x - 1
        v += 1
    return v


def clamped(v: int) -> int:
    """Numbers stay within a million either way."""
    if v > LIMIT:
        return LIMIT
    if v < -LIMIT:
        return -LIMIT
    return v


def total(S: Ints, row: int, players: int) -> int:
    """The sum of a row over these players."""
    v = 0
    while players != 0:
        if players & 1:
            v += S[row]
        row += 1
        players >>= 1
    return v


def union(S: Ints, row: int, players: int) -> int:
    """The sets of a row put together over these players."""
    v = 0
    while players != 0:
        if players & 1:
            v |= S[row]
        row += 1
        players >>= 1
    return v


# ------------------------------------------------------------------------------------------------ hidden cards
def seen(S: Ints, R: Ints) -> int:
    """The cards that are known to lie somewhere."""
    x = S[GONE] | S[TALON_CARDS]
    i = 0
    while i < R[N]:
        x |= S[HAND + i]
        i += 1
    if S[UP_IN_TALON] and S[TURN_UP] >= 0:
        x |= ONE << S[TURN_UP]
    return x


def guess(S: Ints) -> int:
    """Hidden cards decide this: the answer that `ask` wants to hear out."""
    v = 0
    if S[ASKED] < QUESTIONS:
        v = S[GUESS] >> S[ASKED] & 1
    S[ASKED] += 1
    return v


def doubles(R: Ints, cards: int) -> int:
    """These cards and their equals."""
    v = 0
    c = 0
    while cards != 0:
        if cards & 1:
            v |= R[R[SAME_CARDS] + c]
        cards >>= 1
        c += 1
    return v


def holds(S: Ints, R: Ints, cards: int, players: int) -> int:
    """Do these players hold these cards? Of no cards it is false; of two equal cards either will do."""
    own = union(S, HAND, players)
    missing = cards & ~own
    if missing != 0 and R[SAME_CARDS] != NO_TABLE:
        missing = cards & ~doubles(R, own)
    if missing == 0 or S[DIM] == 0:
        return 1 if missing == 0 and cards != 0 else 0
    if total(S, HIDDEN, players) < count(missing) or missing & ~could_be_hidden(S, R):
        return 0
    return guess(S)


def could_be_hidden(S: Ints, R: Ints) -> int:
    """The cards that are not known to lie elsewhere; of two equal cards neither, once both are."""
    x = R[DECK] & ~seen(S, R)
    return x if R[SAME_CARDS] == NO_TABLE else doubles(R, x)


def hidden_copy(S: Ints, R: Ints, c: int) -> int:
    """This card as a hidden hand may have it: of equal cards the first that nobody has seen; -1 if there is none."""
    x = ONE << c if R[SAME_CARDS] == NO_TABLE else R[R[SAME_CARDS] + c]
    x &= ~seen(S, R)
    return R[LOG + (x & -x) % LOG_SIZE] if x != 0 else -1


def another_way(S: Ints) -> int:
    """Turns to the next answers that hidden cards could give, depth first: the last `no` becomes `yes`. 0 if there is
    none."""
    j = S[ASKED] - 1
    while j >= 0 and S[GUESS] >> j & 1:
        j -= 1
    S[ASKED] = 0
    if j < 0:
        return 0
    S[GUESS] = S[GUESS] & ((ONE << j) - 1) | ONE << j
    return 1


def ask(S: Ints, R: Ints, pc: int, unknown: int) -> int:
    """Runs a program that may look at hidden cards: once for every way they could answer. The value if all agree, else
    `unknown`; REFUSES asks for a refusal: 0 if one way gives 0, else the last row that refuses."""
    if S[DIM] == 0:
        return run(S, R, pc)
    S[GUESS] = 0
    S[ASKED] = 0
    got = run(S, R, pc)
    while S[ASKED] > 0:
        if S[HEARD] >= WAYS or S[ASKED] > QUESTIONS or S[PATIENCE] < 0:
            got = 0 if unknown == REFUSES else unknown
            break
        if another_way(S) == 0:
            break
        v = run(S, R, pc)
        S[HEARD] += 1
        if v != got:
            if unknown != REFUSES:
                got = unknown
                break
            if v == 0 or got == 0:
                got = 0
                break
            if v > got:
                got = v
    S[GUESS] = 0
    S[ASKED] = 0
    return got


def told(S: Ints, R: Ints, pc: int) -> int:
    """The value of a program whose result is acted on: if it hangs on hidden cards, S[DOUBT] says so."""
    if S[DIM] == 0:
        return run(S, R, pc)
    v = ask(S, R, pc, NOTHING)
    if v == NOTHING:
        S[DOUBT] |= DOUBT_VALUE
        v = run(S, R, pc)
        S[ASKED] = 0
    return v


# ------------------------------------------------------------------------------------------------ expressions
def sided(players: int, x: int, everyone: int) -> int:
    """The whole side of x, where these players play against the rest; if they are nobody, everyone plays alone."""
    if players == 0:
        return x
    side = players if x & players else 0
    if x & ~players:
        side |= everyone & ~players
    return side


def holder(S: Ints, R: Ints, card: int) -> int:
    """Who was dealt this card. If that is not known, it leaves a doubt."""
    i = 0
    while card >= 0 and i < R[N]:
        if S[DEALT + i] >> card & 1:
            return ONE << i
        i += 1
    if S[DIM] and card >= 0 and S[TALON_CARDS] >> card & 1 == 0 and card != S[TURN_UP]:
        S[DOUBT] |= DOUBT_VALUE
    return 0


def suits_in(S: Ints, R: Ints, cards: int) -> int:
    """How many suits these cards are of."""
    suits = 0
    c = 0
    while cards != 0:
        if cards & 1:
            suits |= ONE << R[S[SUITS] + c]
        c += 1
        cards >>= 1
    return count(suits)


def worth_of(S: Ints, R: Ints, cards: int) -> int:
    """What these cards count."""
    v = 0
    c = 0
    while cards != 0:
        if cards & 1:
            v += R[S[VALUES] + c]
        c += 1
        cards >>= 1
    return v


def extreme(S: Ints, R: Ints, cards: int, how: int) -> int:
    """The strongest (ONLY_HIGHEST) or weakest (ONLY_LOWEST) of these cards."""
    c = 0
    best = -1
    power = 0
    while cards != 0:
        if cards & 1:
            p = R[S[POWER] + c]
            if best < 0 or (p > power if how == ONLY_HIGHEST else p < power):
                best = c
                power = p
        c += 1
        cards >>= 1
    return best


def size_of(S: Ints, players: int) -> int:
    """How many cards these players hold, hidden ones included."""
    v = total(S, HIDDEN, players)
    i = HAND
    while players != 0:
        if players & 1:
            v += count(S[i])
        i += 1
        players >>= 1
    return v


def gather(S: Ints, R: Ints, op: int, x: int, y: int) -> int:
    """The values of `run` that go through players or cards."""
    if op == OP_SUM:
        return total(S, y, x)
    if op == OP_UNION:
        return union(S, y, x)
    if op == OP_COUNT:
        return count(x)
    if op == OP_ONLY:
        return ONE << x if x >= 0 else 0
    if op == OP_MOST:
        v = 0
        while x != 0:
            if x & 1 and S[y] > v:
                v = S[y]
            y += 1
            x >>= 1
        return v
    if op == OP_SIDE:
        return sided(S[y], x, S[ALL])
    if op == OP_HOLDER:
        return holder(S, R, x)
    if op == OP_SUITS:
        return suits_in(S, R, x)
    if op == OP_WORTH:
        return worth_of(S, R, x)
    if op == OP_SIZE:
        return size_of(S, x)
    return extreme(S, R, x, ONLY_HIGHEST if op == OP_TOP else ONLY_LOWEST)


def rare(S: Ints, R: Ints, op: int, x: int, y: int) -> int:
    """The tests of `run` that are seldom met."""
    if op == OP_BEATS:
        if x < 0:
            return 0
        if S[y] < 0:
            return 1
        return 1 if R[S[POWER] + x] > 0 and R[S[POWER] + x] > R[S[POWER] + S[y]] else 0
    if op == OP_VEIL:
        return 1 if S[DIM] == 0 or total(S, y, x) == 0 else 0
    return guess(S)


def run(S: Ints, R: Ints, pc: int) -> int:
    """Runs the program at pc. A place below zero ends it: ~place is the slot of the result.

    Every jump but those of NEXT and PICK leads to an instruction that was written earlier, and those two take
    something out of a set: so every program ends. Measured, not beautiful: the order of the tests is that of their
    frequency."""
    n = 0
    while pc >= 0:
        n += 1
        op = R[pc]
        x = S[R[pc + 1]]
        y = R[pc + 2]
        if op < TESTS:
            if op == OP_IS:
                pc = R[pc + 3] if x == y else R[pc + 4]
            elif op == OP_BELOW:
                pc = R[pc + 3] if x < y else R[pc + 4]
            elif op == OP_SAME:
                pc = R[pc + 3] if x == S[y] else R[pc + 4]
            elif op == OP_LESS:
                pc = R[pc + 3] if x < S[y] else R[pc + 4]
            elif op == OP_AMONG:
                pc = R[pc + 3] if x >= 0 and S[y] >> x & 1 else R[pc + 4]
            elif op == OP_WITHIN:
                pc = R[pc + 3] if x != 0 and x & ~S[y] == 0 else R[pc + 4]
            elif op == OP_HOLDS:
                pc = R[pc + 3] if holds(S, R, x, S[y]) else R[pc + 4]
            elif op >= RARE:
                pc = R[pc + 3] if rare(S, R, op, x, y) else R[pc + 4]
            elif x == 0:
                pc = R[pc + 4]
            else:
                S[R[pc + 1]] = x & (x - 1)
                x &= -x
                S[y] = x if op == OP_NEXT else R[LOG + x % LOG_SIZE]
                pc = R[pc + 3]
        else:
            if op >= PLAIN:
                v = gather(S, R, op, x, y)
            elif op == OP_TABLE:
                v = R[y + x]
            elif op == OP_PUT:
                v = x
            elif op == OP_EXCEPT:
                v = x & ~S[y]
            elif op == OP_MASK:
                v = R[R[y] + R[y + 1] * S[TRUMP] + R[y + 2] * S[LED_SUIT] + R[y + 3] * S[BEST]]
            elif op == OP_JOIN:
                v = x | S[y]
            elif op == OP_ADD:
                v = x + S[y]
            elif op == OP_BOTH:
                v = x & S[y]
            elif op == OP_ROW:
                v = R[S[y] + x]
            elif op == OP_TAKE:
                v = x - S[y]
            else:
                v = x * S[y]
            S[R[pc + 4]] = v
            pc = R[pc + 3]
    S[PATIENCE] -= n
    return S[-1 - pc]


# ------------------------------------------------------------------------------------------------ turns and stages
def side(S: Ints, R: Ints, x: int) -> int:
    """These players and their partners."""
    if R[PARTNERS] == NO_PROGRAM:
        return R[SIDES + x]
    return sided(told(S, R, R[PARTNERS]), x, S[ALL])


def first_of(R: Ints, x: int, among: int) -> int:
    """The first of them in order of play, looking from player x, who may be it; nobody, if they are nobody."""
    if among == 0:
        return 0
    if x == 0:
        return among & -among
    while x & among == 0:
        x = R[AFTER + x]
    return x


def one_of(S: Ints, R: Ints, x: int) -> int:
    """One player for these: the first of them from forehand on; of nobody, forehand."""
    if x == 0:
        return S[FOREHAND]
    if x & (x - 1) == 0:
        return x
    return first_of(R, S[FOREHAND], x)


def name_trump(S: Ints, R: Ints, suit: int) -> None:
    """Makes this suit trump."""
    S[TRUMP] = suit
    S[SUITS] = R[SUITS_BY_TRUMP] + R[ROW] * suit
    S[VALUES] = R[VALUES_BY_TRUMP] + R[ROW] * suit


def strengths(S: Ints, R: Ints) -> None:
    """Finds the strengths of the cards under this trump and suit led."""
    S[POWER] = R[S[RULES] + P_POWER] + R[ROW] * (S[TRUMP] * R[SUIT_ROWS] + S[LED_SUIT])


def passed_over(S: Ints, R: Ints, stage: int) -> int:
    """Is this stage left out? One whose `when` fails, and one that would be over at once."""
    if R[stage + G_KIND] == G_END:
        return 0
    if told(S, R, R[stage + G_WHEN]) == 0:
        return 1
    return 1 if R[stage + G_KIND] == G_WORDS and told(S, R, R[stage + G_UNTIL]) != 0 else 0


def enter(S: Ints, R: Ints, stage: int) -> None:
    """Begins this stage, or the first after it that is not passed over; behind the last nothing can be done."""
    while passed_over(S, R, stage):
        stage += G_WIDTH
    S[STAGE] = stage
    if R[stage + G_KIND] == G_PLAY:
        enter_play(S, R)
    elif R[stage + G_KIND] == G_END:
        S[TURN] = 0
    else:
        who = told(S, R, R[stage + G_TURN])
        S[TURN] = first_of(R, one_of(S, R, told(S, R, R[stage + G_FIRST])), who if who != 0 else S[FOREHAND])


def enter_play(S: Ints, R: Ints) -> None:
    """The first trick: fixes the contract's section, trump, who plays and who leads."""
    p = R[R[SECTIONS] + S[CONTRACT]]
    S[RULES] = p
    name_trump(S, R, told(S, R, R[p + P_TRUMP]))
    strengths(S, R)
    be_seated(S, R)
    S[LEADER] = first_of(R, one_of(S, R, told(S, R, R[p + P_LEADER])), S[IN_PLAY])
    S[TURN] = S[LEADER]


def be_seated(S: Ints, R: Ints) -> None:
    """Fixes who plays under the section in force, and in which order."""
    i = 0
    m = told(S, R, R[S[RULES] + P_PLAYERS]) & S[ALL]
    if m == 0:
        m = S[ALL]
    S[IN_PLAY] = m
    S[IN_TRICK] = count(m)
    S[CARDS_LEFT] = size_of(S, m)
    while i < R[N]:
        S[NEXT_IN_PLAY + i] = first_of(R, R[AFTER + (ONE << i)], m)
        i += 1


def take_up(S: Ints, R: Ints) -> None:
    """A hand is taken up before a trick. What can be written down stands in S already: who leads, trump, contract and
    memory, cards, tricks, card points, melds; the rest follows from it. The hand may be over already."""
    stage = R[STAGES]
    while R[stage + G_KIND] == G_WORDS:
        stage += G_WIDTH
    S[STAGE] = stage
    S[RULES] = R[R[SECTIONS] + S[CONTRACT]]
    name_trump(S, R, S[TRUMP])
    strengths(S, R)
    be_seated(S, R)
    S[LEADER] = first_of(R, S[LEADER], S[IN_PLAY])
    S[TURN] = S[LEADER]
    recount(S, R)
    end = ask(S, R, R[S[RULES] + P_ENDS], 0)
    if end != 0:
        finish(S, R, end)


# ------------------------------------------------------------------------------------------------ the deal
def deal(S: Ints, R: Ints, T: Ints, at: int) -> int:
    """The first state of a hand, in a fresh S, from T[at] on. 0: this is no deal (a card twice, or no card of the
    deck)."""
    taken = 0
    seat = 0
    if T[at] < 0 or T[at] >= R[N]:
        return 0
    S[DEALER] = ONE << T[at]
    at += 1
    S[FOREHAND] = R[AFTER + S[DEALER]]
    S[LEADER] = S[FOREHAND]
    S[TURN] = S[FOREHAND]
    S[RULES] = R[R[SECTIONS] - 1]
    name_trump(S, R, -1)
    strengths(S, R)
    S[ALL] = ((ONE << R[N]) - 1) & ~run(S, R, R[SITS_OUT])
    if R[DEALT_TO] != R[N] and count(S[ALL]) != R[DEALT_TO]:
        return 0
    S[IN_PLAY] = S[ALL]
    S[CARDS_LEFT] = R[DEALT_TO] * R[HAND_SIZE]
    while seat < R[N]:
        if S[ALL] >> seat & 1:
            h = packet(S, R, T, at, seat)
            if h < 0 or h & taken:
                return 0
            taken |= h
            at += R[HAND_SIZE]
        seat += 1
    h = turn_and_talon(S, R, T, at)
    if h < 0 or h & taken:
        return 0
    enter(S, R, R[STAGES])
    return 1


def packet(S: Ints, R: Ints, T: Ints, at: int, seat: int) -> int:
    """Deals a hand; its recorded cards, -1 if they are no cards or one of them comes twice."""
    h = 0
    i = 0
    first = R[PACKET]
    cards = R[CARDS]
    size = R[HAND_SIZE]
    while i < size:
        c = T[at + i]
        if c < 0:
            S[HIDDEN + seat] += 1
            S[DIM] = 1
            if i < first:
                S[PACKET_HIDDEN + seat] += 1
        elif c >= cards or h >> c & 1:
            return -1
        else:
            h |= ONE << c
        i += 1
        if i == first:
            S[FIRST_PACKET + seat] = h
    S[HAND + seat] = h
    S[DEALT + seat] = h
    return h


def turn_and_talon(S: Ints, R: Ints, T: Ints, at: int) -> int:
    """Turns a card up and lays the talon down; their recorded cards, -1 as above."""
    h = 0
    cards = R[CARDS]
    end = at + R[TALON]
    c = T[at]
    S[TURN_UP] = c if c >= 0 else -1
    S[TALON_AT] = at + 1
    S[TALON_SIZE] = R[TALON]
    if c >= cards:
        return -1
    if R[TURNED] == 1:
        S[UP_IN_TALON] = 1
        S[TALON_SIZE] += 1
        if c >= 0:
            h = ONE << c
        else:
            S[DIM] = 1
            S[DOUBT] |= DOUBT_VALUE
    while at < end:
        at += 1
        c = T[at]
        if c < 0:
            S[DIM] = 1
        elif c >= cards or h >> c & 1:
            return -1
        else:
            h |= ONE << c
            S[TALON_CARDS] |= ONE << c
    return h


# ------------------------------------------------------------------------------------------------ playing a card
def own_copy(S: Ints, R: Ints, seat: int, c: int) -> int:
    """This card as the hand has it: of two equal cards the first that is held."""
    if R[SAME_CARDS] != NO_TABLE and c >= 0:
        own = R[R[SAME_CARDS] + c] & S[HAND + seat]
        if own != 0:
            return R[LOG + (own & -own) % LOG_SIZE]
    return c


def duty(S: Ints, R: Ints, hand: int) -> int:
    """The cards of this hand that may be played now; S[DUTY] is the rule that says so, 0 if any may.

    The first line of the ladder that leaves a card is the duty. Neighbouring lines that look at the table only stand
    side by side in one table of masks; a program works out the others."""
    p = R[S[RULES] + (P_FOLLOW if S[TRICK_SIZE] else P_LEAD)]
    lines = R[p]
    p += 1
    S[DUTY] = 0
    while lines > 0:
        if S[R[p + L_GUARD]] != 0 and (R[p] == ALWAYS or told(S, R, R[p]) != 0):
            if R[p + L_TABLE] != NO_TABLE:
                m = tabled(S, R, p, hand)
                if m != 0:
                    return m
            else:
                m = worked_out(S, R, p, hand)
                if m >= 0:
                    return m
        p += L_WIDTH
        lines -= 1
    return hand


def tabled(S: Ints, R: Ints, p: int, hand: int) -> int:
    """The duty by lines whose masks stand in a table; 0 if none leaves a card."""
    i = 0
    key = R[p + L_TABLE] + R[p + L_BY_TRUMP] * S[TRUMP] + R[p + L_BY_LED] * S[LED_SUIT] + R[p + L_BY_BEST] * S[BEST]
    while i < R[p + L_LINES]:
        m = R[key + i] & hand
        if m != 0:
            S[DUTY] = R[R[p + L_RULES] + i]
            return m
        if S[DIM]:
            S[DENIED] |= R[key + i]
        i += 1
    return 0


def worked_out(S: Ints, R: Ints, p: int, hand: int) -> int:
    """The duty by a line whose mask a program gives; -1 if it leaves no card (and is not firm)."""
    how = R[p + L_HOW]
    S[HELD] = hand if S[DIM] == 0 else R[DECK]
    m = told(S, R, R[p + L_BY_TRUMP])
    if m & hand == 0:
        if S[DIM]:
            S[DENIED] |= m
        if how & FIRM == 0:
            return -1
    m &= hand
    S[DUTY] = R[R[p + L_RULES]]
    if m != 0 and how & (ONLY_HIGHEST | ONLY_LOWEST):
        c = extreme(S, R, m, how & (ONLY_HIGHEST | ONLY_LOWEST))
        m = ONE << c if R[SAME_CARDS] == NO_TABLE else m & R[R[SAME_CARDS] + c]
    return m


def play(S: Ints, R: Ints, T: Ints, c: int) -> int:
    """The player on turn plays this card: 0, or the rule that forbids it."""
    seat = R[LOG + S[TURN]]
    S[BLAME] = S[TURN]
    if R[SAME_CARDS] != NO_TABLE:
        c = own_copy(S, R, seat, c)
    hand = S[HAND + seat]
    bit = ONE << c
    if hand & bit == 0:
        c = hidden_copy(S, R, c) if S[HIDDEN + seat] > 0 else -1
        if c < 0:
            return TABLE_HOLDS
        known(S, seat, c)
        bit = ONE << c
        hand |= bit
    if S[LENIENT] == 0:
        S[DENIED] = 0
        if duty(S, R, hand) & bit == 0:
            return S[DUTY]
        if S[HIDDEN + seat] > 0 and S[DENIED] & ~seen(S, R):  # a hidden card would have had to be played instead
            S[DOUBT] |= DOUBT_DUTY
    S[HAND + seat] = hand ^ bit
    S[GONE] |= bit
    S[CARDS_LEFT] -= 1
    lay(S, R, c, bit)
    if S[TRICK_SIZE] == S[IN_TRICK]:
        end_trick(S, R, T)
    else:
        S[TURN] = S[NEXT_IN_PLAY + seat]
        S[LAST_MOVE] = MOVE_PLAYED
    return 0


def lay(S: Ints, R: Ints, c: int, bit: int) -> None:
    """Puts the card on the table."""
    if S[TRICK_SIZE] == 0:
        S[LED] = c
        S[LED_SUIT] = R[S[SUITS] + c]
        strengths(S, R)
        S[BEST] = c
        S[BEST_BY] = S[TURN]
        S[TRICK_CARDS] = bit
        S[TRICK_POINTS] = R[S[VALUES] + c]
        S[TRICK_SIZE] = 1
        return
    p = R[S[POWER] + c]
    if p > 0 and p > R[S[POWER] + S[BEST]]:
        S[BEST] = c
        S[BEST_BY] = S[TURN]
    S[TRICK_CARDS] |= bit
    S[TRICK_POINTS] += R[S[VALUES] + c]
    S[TRICK_SIZE] += 1


def end_trick(S: Ints, R: Ints, T: Ints) -> None:
    """The trick goes to whoever has the best card; cards are drawn, or due."""
    w = S[BEST_BY]
    seat = R[LOG + w]
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
    S[LAST_MOVE] = MOVE_TRICK
    if S[MELDS]:
        while i < R[N]:
            S[DECLARED + i] = 0
            i += 1
        recount(S, R)
    if S[TALON_SIZE] > 0 and R[S[RULES] + P_DRAW] != NO_PROGRAM:
        if R[S[RULES] + P_LAZY]:
            S[UNDRAWN] = 1
        else:
            draw(S, R, T)


# ------------------------------------------------------------------------------------------------ the talon
def draw(S: Ints, R: Ints, T: Ints) -> None:
    """One card each from the talon, the winner of the trick first; the turn-up is the last."""
    x = S[LAST_WINNER]
    i = 0
    S[UNDRAWN] = 0
    if S[TALON_SIZE] == 0 or told(S, R, R[S[RULES] + P_DRAW]) == 0:
        return
    while i < S[IN_TRICK] and S[TALON_SIZE] > 0:
        S[TALON_SIZE] -= 1
        if S[TALON_SIZE] == 0 and S[UP_IN_TALON]:
            c = S[TURN_UP]
        else:
            c = T[S[TALON_AT]]
            S[TALON_AT] += 1
        seat = R[LOG + x]
        if c < 0:
            S[HIDDEN + seat] += 1
            S[BLURRED] |= x
        else:
            S[HAND + seat] |= ONE << c
            S[TALON_CARDS] &= ~(ONE << c)
        S[CARDS_LEFT] += 1
        S[DRAWN + i] = c
        x = S[NEXT_IN_PLAY + seat]
        i += 1
    if S[TALON_SIZE] == 0:
        S[TURN_UP] = -1
        S[UP_IN_TALON] = 0
    S[JUST_DRAWN] = i


def put_back(S: Ints, R: Ints, turn_up: int, up: int) -> None:
    """The cards just drawn go back to the talon; `turn_up` and `up` are what TURN_UP and UP_IN_TALON were."""
    x = S[LAST_WINNER]
    i = 0
    S[TALON_AT] -= S[JUST_DRAWN] - (up - S[UP_IN_TALON])
    S[TALON_SIZE] += S[JUST_DRAWN]
    S[CARDS_LEFT] -= S[JUST_DRAWN]
    S[TURN_UP] = turn_up
    S[UP_IN_TALON] = up
    while i < S[JUST_DRAWN]:
        c = S[DRAWN + i]
        seat = R[LOG + x]
        if c < 0:
            S[HIDDEN + seat] -= 1
        else:
            S[HAND + seat] &= ~(ONE << c)
            if up == 0 or c != turn_up:
                S[TALON_CARDS] |= ONE << c
        x = S[NEXT_IN_PLAY + seat]
        i += 1
    S[JUST_DRAWN] = 0
    S[UNDRAWN] = 1


def known(S: Ints, seat: int, c: int) -> None:
    """A hidden card of this hand comes to be known."""
    if S[HAND + seat] >> c & 1 == 0 and S[HIDDEN + seat] > 0:
        S[HAND + seat] |= ONE << c
        S[HIDDEN + seat] -= 1
        if S[BLURRED] >> seat & 1 == 0:
            S[DEALT + seat] |= ONE << c  # it has not been drawn since


def drawn(S: Ints, R: Ints, T: Ints, cards: int) -> int:
    """The record names the cards that were drawn: 0, or the rule that says they were others."""
    i = 0
    if S[UNDRAWN]:
        draw(S, R, T)
    S[BLAME] = S[TURN]
    if S[JUST_DRAWN] == 0 or S[JUST_DRAWN] != cards & CARDS_COUNT:
        return TABLE_DRAW
    x = S[LAST_WINNER]
    cards >>= CARDS_AT
    while i < S[JUST_DRAWN]:
        c = cards & CARD_MASK
        if c != UNKNOWN_CARD and is_drawn(S, R, R[LOG + x], c, S[DRAWN + i]) == 0:
            S[BLAME] = x
            return TABLE_DRAW
        cards >>= CARD_BITS
        x = S[NEXT_IN_PLAY + R[LOG + x]]
        i += 1
    S[JUST_DRAWN] = 0
    return 0


def is_drawn(S: Ints, R: Ints, seat: int, c: int, drawn_card: int) -> int:
    """Can c be the card that this player has just drawn? If that was not recorded, it is known now."""
    if c >= R[CARDS]:
        return 0
    if drawn_card >= 0:
        return 1 if c == drawn_card or (R[SAME_CARDS] != NO_TABLE and R[R[SAME_CARDS] + c] >> drawn_card & 1) else 0
    c = hidden_copy(S, R, c)
    if c < 0:
        return 0
    known(S, seat, c)
    return 1


def come_to_be_known(S: Ints, R: Ints, seat: int, cards: int) -> None:
    """Cards that this player is known to hold now, because he plays them later; not those that are seen to lie
    elsewhere."""
    left = cards & CARDS_COUNT
    cards >>= CARDS_AT
    while left > 0 and seat < R[N]:
        c = hidden_copy(S, R, cards & CARD_MASK) if cards & CARD_MASK < R[CARDS] else -1
        if c >= 0:
            known(S, seat, c)
        cards >>= CARD_BITS
        left -= 1


# ------------------------------------------------------------------------------------------------ everything else
def recount(S: Ints, R: Ints) -> None:
    """Which melds count is asked anew after every move that could change it."""
    seat = 0
    while seat < R[N]:
        v = 0
        kind = 0
        while kind < R[MELD_KINDS]:
            scored = S[MEMORY + SEATS * kind + seat]
            if scored != 0:
                S[PLAYER] = ONE << seat
                if told(S, R, R[R[S[RULES] + P_COUNTS] + kind]) != 0:
                    v += scored
            kind += 1
        S[MELD_POINTS + seat] = v
        S[POINTS + seat] = S[CARD_POINTS + seat] + v + S[BONUS + seat]
        seat += 1


def bind(S: Ints, R: Ints, row: int, number: int) -> None:
    """What the token at this row names."""
    S[CARD] = own_copy(S, R, R[LOG + S[TURN]], R[row + T_CARD])
    S[SUIT] = R[row + T_SUIT]
    S[CALL] = R[row + T_CALL]
    S[SAID] = number
    S[NUMBER] = number


def refused(S: Ints, R: Ints, m: int) -> int:
    """The requirement of the move at R[m], or of the contract it calls, that fails; 0 if none does."""
    rule = ask(S, R, R[m + M_REQUIRE], REFUSES)
    if rule == 0 and R[m + M_CALLS] and S[CALL] >= 0:
        rule = ask(S, R, R[R[CALLS] + S[CALL]], REFUSES)
    return rule


def tried(S: Ints, R: Ints, T: Ints, m: int, seat: int) -> int:
    """The move at R[m] is made by whoever it is meant to be: 0, or the rule that forbids it. `seat` is the one named,
    from 1."""
    by = S[TURN]
    actor = S[TURN]
    if R[m + M_BY] != NO_PROGRAM:
        by = told(S, R, R[m + M_BY])
    if seat != 0:
        actor = ONE << (seat - 1)
        if R[m + M_ALSO] != NO_PROGRAM:
            by |= told(S, R, R[m + M_ALSO])
    elif by != 0:
        actor = first_of(R, S[TURN], by)
    S[ACTOR] = actor
    S[BLAME] = actor
    if actor & by == 0:
        return TABLE_TURN
    rule = refused(S, R, m)
    if rule == 0:
        effects(S, R, T, m)
    return rule


def allowed(S: Ints, R: Ints, move: int) -> int:
    """0, or why this move cannot be made at this point of the hand by anybody."""
    if R[R[S[RULES] + P_MOVES] + move] == 0:
        return TABLE_STAGE
    if S[OVER] and R[R[S[RULES] + P_THEN] + S[OVER]] >> move & 1 == 0:
        return TABLE_OVER
    if R[S[STAGE] + G_MOVES] >> move & 1 == 0:
        return TABLE_STAGE
    return 0


def say(S: Ints, R: Ints, T: Ints, row: int, seat: int, number: int) -> int:
    """Everything that is said or done besides playing a card: 0, or the rule that forbids it."""
    move = R[row + T_MOVE]
    m = R[R[S[RULES] + P_MOVES] + move]
    rule = allowed(S, R, move)
    if rule != 0:
        return rule
    if S[UNDRAWN] and R[m + M_EARLY] == 0:
        draw(S, R, T)
    if R[row + T_FITS] == FITS_NOT:
        return TABLE_STAGE
    bind(S, R, row, clamped(number))
    rule = tried(S, R, T, m, seat)
    if rule != 0 and S[UNDRAWN]:  # not before drawing: perhaps after
        rule = tried_after(S, R, T, m, row, seat, number, rule)
    if rule != 0:
        return rule
    S[LAST_MOVE] = move
    if R[row + T_FITS] == FITS_WITH_CARD:
        if S[UNDRAWN]:
            draw(S, R, T)
        return play_shown(S, R, T, m, R[row + T_CARD])
    if R[S[STAGE] + G_KIND] == G_WORDS:
        go_on(S, R)
    return 0


def tried_after(S: Ints, R: Ints, T: Ints, m: int, row: int, seat: int, number: int, before: int) -> int:
    """A move that was refused before drawing is tried again after it: 0, or the rule that is told.

    If both refuse, the rule is told that stands later among the requirements: there the move came nearer to being
    legal. If that is the rule of before, the cards are put back: S is the state in which the rule was found."""
    blame = S[BLAME]
    turn_up = S[TURN_UP]
    up = S[UP_IN_TALON]
    blurred = S[BLURRED]
    draw(S, R, T)
    bind(S, R, row, clamped(number))
    rule = tried(S, R, T, m, seat)
    if rule != 0 and R[R[m + M_EARLY] + before] > R[R[m + M_EARLY] + rule]:
        put_back(S, R, turn_up, up)
        S[BLURRED] = blurred
        bind(S, R, row, clamped(number))
        S[ACTOR] = blame
        S[BLAME] = blame
        rule = before
    return rule


def play_shown(S: Ints, R: Ints, T: Ints, m: int, c: int) -> int:
    """The card that comes with a meld: one of those that the meld has shown. 0, or the rule that forbids it."""
    cards = S[DECLARED + R[LOG + S[ACTOR]]]
    if R[SAME_CARDS] != NO_TABLE:
        cards = doubles(R, cards)
    apart = 1 if R[m + M_SHOWS] != NO_PROGRAM and cards >> c & 1 == 0 else 0
    rule = play(S, R, T, c)
    return TABLE_STAGE if rule == 0 and apart else rule


def go_on(S: Ints, R: Ints) -> None:
    """After a move before play: the next who is still in this stage, or the next stage."""
    who = 0
    if told(S, R, R[S[STAGE] + G_UNTIL]) == 0:
        who = told(S, R, R[S[STAGE] + G_TURN])
    if who == 0:
        enter(S, R, S[STAGE] + G_WIDTH)
    else:
        S[TURN] = first_of(R, R[AFTER + S[ACTOR]], who)


# ------------------------------------------------------------------------------------------------ effects
def leave(S: Ints, seat: int, c: int) -> int:
    """This card leaves the hand, whether it was known to be there or not; 0 if it cannot have been there."""
    if S[HAND + seat] >> c & 1:
        S[HAND + seat] ^= ONE << c
        return 1
    if S[HIDDEN + seat] > 0:
        S[HIDDEN + seat] -= 1
        return 1
    return 0


def show(S: Ints, R: Ints, seat: int, cards: int) -> None:
    """These cards count as declared until the trick is over."""
    c = 0
    S[MELDS] = 1
    if R[SAME_CARDS] == NO_TABLE:
        S[DECLARED + seat] |= cards
        return
    while cards != 0:
        if cards & 1:
            S[DECLARED + seat] |= ONE << own_copy(S, R, seat, c)
        cards >>= 1
        c += 1


def swap(S: Ints, R: Ints, seat: int, c: int) -> None:
    """This card changes places with the turn-up."""
    if c >= 0 and S[TURN_UP] >= 0:
        c = own_copy(S, R, seat, c)
        if leave(S, seat, c):
            S[HAND + seat] |= ONE << S[TURN_UP]
            S[TURN_UP] = c


def pick_up(S: Ints, R: Ints, T: Ints, seat: int, what: int) -> None:
    """Takes the talon or the turn-up into the hand."""
    before = S[TALON_SIZE]
    if what == PICKS_TALON:
        while S[TALON_SIZE] > S[UP_IN_TALON]:
            c = T[S[TALON_AT]]
            if c < 0:
                S[HIDDEN + seat] += 1
                S[BLURRED] |= ONE << seat
            else:
                S[HAND + seat] |= ONE << c
                S[TALON_CARDS] &= ~(ONE << c)
            S[TALON_AT] += 1
            S[TALON_SIZE] -= 1
    if S[TALON_SIZE] > 0 and S[UP_IN_TALON]:
        if S[TURN_UP] < 0:
            S[HIDDEN + seat] += 1
            S[BLURRED] |= ONE << seat
        else:
            S[HAND + seat] |= ONE << S[TURN_UP]
        S[TALON_SIZE] -= 1
        S[UP_IN_TALON] = 0
        if what == PICKS_TURN_UP:
            S[TURN_UP] = -1
    if S[IN_PLAY] >> seat & 1:
        S[CARDS_LEFT] += before - S[TALON_SIZE]


def discard(S: Ints, R: Ints, seat: int, c: int) -> None:
    """This card leaves the hand for good."""
    if c >= 0:
        c = own_copy(S, R, seat, c)
        if leave(S, seat, c):
            S[GONE] |= ONE << c
            if S[IN_PLAY] >> seat & 1:
                S[CARDS_LEFT] -= 1


def effects(S: Ints, R: Ints, T: Ints, m: int) -> None:
    """What the move does: shows, scores, swaps, picks up, discards, sets. All values to be set are read before cards
    move."""
    seat = R[LOG + S[ACTOR]]
    i = 0
    p = m + M_WIDTH
    if R[m + M_SHOWS] != NO_PROGRAM:
        show(S, R, seat, told(S, R, R[m + M_SHOWS]))
        if S[SUIT] >= 0:
            S[MELDED + seat] |= ONE << S[SUIT]
    if R[m + M_SCORES] != NO_PROGRAM:
        S[MELDS] = 1
        kind = MEMORY + SEATS * R[m + M_KIND] + seat
        S[kind] = clamped(S[kind] + told(S, R, R[m + M_SCORES]))
        recount(S, R)
    while i < R[m + M_SETS]:
        S[NEW + i] = told(S, R, R[p + E_WIDTH * i + E_VALUE])
        i += 1
    if R[m + M_SWAPS] != NO_PROGRAM:
        swap(S, R, seat, told(S, R, R[m + M_SWAPS]))
    if R[m + M_PICKS] != 0:
        pick_up(S, R, T, seat, R[m + M_PICKS])
    if R[m + M_DISCARDS] != NO_PROGRAM:
        discard(S, R, seat, told(S, R, R[m + M_DISCARDS]))
    i = 0
    while i < R[m + M_SETS]:
        remember(S, R, p, seat, S[NEW + i])
        p += E_WIDTH
        i += 1


def remember(S: Ints, R: Ints, p: int, seat: int, v: int) -> None:
    """Sets what the row at R[p] says to v."""
    how = R[p + E_HOW]
    if how & SET_TRUMP:
        name_trump(S, R, v)
        strengths(S, R)
        return
    if how & SET_NUMBER:
        v = clamped(v)
    S[R[p + E_SLOT] + (seat if how & SET_EACH else 0)] = v


# ------------------------------------------------------------------------------------------------ one token
def step(S: Ints, R: Ints, T: Ints, t: int) -> int:
    """One token: 0 and the state after it, or the rule that forbids it and the state as it was judged."""
    row = t & TOKEN_ROW
    seat = t >> TOKEN_SEAT_AT & TOKEN_SEAT
    S[PATIENCE] -= TOKEN_WORK
    if row >= R[TOKEN_ROWS]:
        S[BLAME] = S[TURN]
        return TABLE_STAGE
    if seat and seat > R[N]:
        S[BLAME] = S[TURN]
        return TABLE_TURN
    row = R[TOKENS] + T_WIDTH * row
    move = R[row + T_MOVE]
    if move == MOVE_CARD:
        S[JUST_DRAWN] = 0
        S[BLAME] = ONE << (seat - 1) if seat else S[TURN]
        if S[OVER]:
            return TABLE_OVER
        if S[UNDRAWN]:
            draw(S, R, T)
            S[JUST_DRAWN] = 0
        if R[S[STAGE] + G_KIND] != G_PLAY:
            return TABLE_STAGE
        if seat and S[TURN] != S[BLAME]:
            return TABLE_TURN
        rule = play(S, R, T, R[row + T_CARD])
    elif move == MOVE_DRAWN:
        return drawn(S, R, T, t >> TOKEN_REST_AT)
    elif move == MOVE_KNOWN:
        if seat:
            come_to_be_known(S, R, seat - 1, t >> TOKEN_REST_AT)
        return 0
    else:
        S[JUST_DRAWN] = 0
        S[BLAME] = ONE << (seat - 1) if seat else S[TURN]
        rule = say(S, R, T, row, seat, t >> TOKEN_REST_AT)
    if rule == 0:
        look_for_end(S, R, move)
    return rule


def look_for_end(S: Ints, R: Ints, move: int) -> None:
    """Asks for an end of the hand, if what its conditions look at can have changed with this move."""
    often = R[S[RULES] + P_OFTEN]
    waits = 1 if S[TRICK_SIZE] != 0 or often == ENDS_WITH_WORDS else 0
    if waits and move == MOVE_CARD and often != ENDS_WITH_CARDS and S[CARDS_LEFT] != 0:
        return
    if R[S[STAGE] + G_KIND] != G_PLAY:
        return
    if S[MELDS] and (move != MOVE_CARD or often == ENDS_WITH_CARDS):
        recount(S, R)
    end = ask(S, R, R[S[RULES] + P_ENDS], 0)
    if end != 0:
        finish(S, R, end)


def finish(S: Ints, R: Ints, end: int) -> None:
    """An end is reached; with the first come the bonuses, each once, to the first of those named."""
    first = S[OVER]
    p = R[S[RULES] + P_BONUSES]
    rows = R[p]
    p += 1
    S[OVER] = end
    if first != 0:
        return
    while rows > 0:
        if told(S, R, R[p + B_WHEN]) != 0:
            v = told(S, R, R[p + B_POINTS])
            to = told(S, R, R[p + B_TO])
            if to != 0:
                seat = R[LOG + (to & -to)]
                v = clamped(S[BONUS + seat] + v) - S[BONUS + seat]
                S[BONUS + seat] += v
                S[POINTS + seat] += v
        p += B_WIDTH
        rows -= 1


# ------------------------------------------------------------------------------------------------ what may come next
def legal(S: Ints, R: Ints, T: Ints, out: Ints) -> int:
    """Every token that may come next; how many. S is a copy: cards that are due are drawn on the way, and what may be
    said before that may be listed twice."""
    k = 0
    if S[UNDRAWN] and S[OVER] == 0:
        k = words(S, R, out, k, 1)
        draw(S, R, T)
    if S[OVER] == 0 and R[S[STAGE] + G_KIND] == G_PLAY:
        seat = R[LOG + S[TURN]]
        m = duty(S, R, S[HAND + seat])
        if S[HIDDEN + seat] > 0:
            m |= R[DECK] & ~seen(S, R)
        k = listed(R, m, R[CARD_WORDS], 0, out, k)
    return words(S, R, out, k, 0)


def listed(R: Ints, cards: int, table: int, extra: int, out: Ints, k: int) -> int:
    """Lists the tokens of these cards; equal cards have one."""
    c = 0
    last = -1
    while cards != 0:
        if cards & 1 and R[table + 2 * c] != last:
            last = R[table + 2 * c]
            if last >= 0:
                out[k] = last | extra
                k += 1
        cards >>= 1
        c += 1
    return k


def words(S: Ints, R: Ints, out: Ints, k: int, early: int) -> int:
    """What may be said now, by whom: the moves of this stage whose requirements all hold; `early`: before drawing.

    Whoever is not on turn is named, also where the word alone would be taken for that player's."""
    move = MOVES
    moves = R[S[STAGE] + G_MOVES]
    if S[OVER]:
        moves &= R[R[S[RULES] + P_THEN] + S[OVER]]
    while moves >> move != 0:
        m = R[R[S[RULES] + P_MOVES] + move]
        if moves >> move & 1 and m != 0 and (early == 0 or R[m + M_EARLY]):
            by = S[TURN] if R[m + M_BY] == NO_PROGRAM else told(S, R, R[m + M_BY])
            also = 0 if R[m + M_ALSO] == NO_PROGRAM else told(S, R, R[m + M_ALSO])
            meant = first_of(R, S[TURN], by) if by else 0
            seat = 0
            while seat < R[N]:
                if (by | also) >> seat & 1:
                    S[ACTOR] = ONE << seat
                    named = 0 if S[ACTOR] == meant and S[ACTOR] == S[TURN] else (seat + 1) << TOKEN_SEAT_AT
                    k = said(S, R, out, k, m, R[WORDS] + W_WIDTH * move, named)
                seat += 1
        move += 1
    return k


def said(S: Ints, R: Ints, out: Ints, k: int, m: int, w: int, named: int) -> int:
    """The ways this move may be worded by S[ACTOR]: with each of the numbers it may name, and with what it scores."""
    row = R[w + W_ROW]
    end = row + R[w + W_ROWS]
    says = R[w + W_SAYS]
    numbers = 0 if says == NO_TABLE else R[says]
    while row < end:
        p = R[TOKENS] + T_WIDTH * row
        v = -1
        if R[w + W_KIND] != W_PLAIN:
            v = scored(S, R, p, m, 0 if says == NO_TABLE else -1)
        n = 0
        while n < numbers:
            bind(S, R, p, R[says + 1 + n])
            k = worded(S, R, out, k, m, w, row | named)
            if S[SAID] == v:
                v = -1
            n += 1
        if v >= 0:
            bind(S, R, p, v)
            k = worded(S, R, out, k, m, w, row | named)
        row += 1
    return k


def scored(S: Ints, R: Ints, row: int, m: int, nothing: int) -> int:
    """What the move scores with the token at this row, as far as that is a number one can name; else -1."""
    if R[m + M_SCORES] == NO_PROGRAM:
        return nothing
    bind(S, R, row, 0)
    v = told(S, R, R[m + M_SCORES])
    return v if v <= LIMIT else -1


def worded(S: Ints, R: Ints, out: Ints, k: int, m: int, w: int, token: int) -> int:
    """Lists this token with the number that is bound, if its requirements hold, and the cards to be led with it."""
    if refused(S, R, m) == 0:
        out[k] = token | S[SAID] << TOKEN_REST_AT
        k += 1
        if R[w + W_KIND] == W_MELD and S[ACTOR] == S[TURN] and S[TRICK_SIZE] == 0 and S[OVER] == 0:
            k = led_with(S, R, out, k, m, token & ~TOKEN_ROW)
    return k


def led_with(S: Ints, R: Ints, out: Ints, k: int, m: int, named: int) -> int:
    """The cards that may be led together with this meld."""
    seat = R[LOG + S[ACTOR]]
    declared = S[DECLARED + seat]
    melds = S[MELDS]
    if R[m + M_SHOWS] != NO_PROGRAM:
        show(S, R, seat, told(S, R, R[m + M_SHOWS]))
    cards = duty(S, R, S[HAND + seat]) & S[DECLARED + seat] & R[R[SUIT_CARDS] + S[SUIT]]
    k = listed(R, cards, R[CARD_WORDS] + 1, named | S[SAID] << TOKEN_REST_AT, out, k)
    S[DECLARED + seat] = declared
    S[MELDS] = melds
    return k


# ------------------------------------------------------------------------------------------------ the result
def score(S: Ints, R: Ints) -> int:
    """Who wins (whole sides in S[WINNER]), and how much: the first row that holds; without a figure, the first tier."""
    p = S[RULES]
    S[RULE] = 0
    S[BECAUSE] = 0
    S[WINNER] = 0
    S[LOSER] = 0
    S[ROW_OF_WINNER] = 0
    v = ask(S, R, R[p + P_SCORE], UNDECIDED)
    if v <= 0:
        if v == UNDECIDED:
            S[DOUBT] |= DOUBT_VALUE
        return 0
    row = R[p + P_SCORE_ROWS] + R_WIDTH * v
    S[ROW_OF_WINNER] = row
    S[BECAUSE] = R[row + R_RULE]
    S[RULE] = R[row + R_RULE]
    S[WINNER] = side(S, R, told(S, R, R[row + R_WINNER]))
    S[LOSER] = S[ALL] & ~S[WINNER] if S[WINNER] != 0 else 0
    if R[row + R_WORTH] == NO_PROGRAM:
        v = ask(S, R, R[p + P_TIERS], UNDECIDED)
        if v <= 0:
            if v == UNDECIDED:
                S[DOUBT] |= DOUBT_VALUE
            return 0
        row = R[p + P_TIER_ROWS] + R_WIDTH * v
        S[RULE] = R[row + R_RULE]
    return game_points(S, R, R[row + R_WORTH])


def game_points(S: Ints, R: Ints, worth: int) -> int:
    """What this program gives, times the stake; nothing if nobody wins."""
    if S[WINNER] == 0:
        return 0
    v = clamped(told(S, R, worth))
    return clamped(v * clamped(told(S, R, R[S[RULES] + P_TIMES])))


def payments(S: Ints, R: Ints, out: Ints) -> int:
    """After `score`: what each seat pays, if the row that named the winner says so; 0 if it does not."""
    i = 0
    if S[ROW_OF_WINNER] == 0 or R[S[ROW_OF_WINNER] + R_PAYS] == NO_PROGRAM:
        return 0
    while i < R[N]:
        S[PLAYER] = ONE << i
        out[i] = clamped(told(S, R, R[S[ROW_OF_WINNER] + R_PAYS])) if (S[ALL] & ~S[WINNER]) >> i & 1 else 0
        i += 1
    return 1


def named(S: Ints, R: Ints, t: int) -> int:
    """The card in a token: the one that is played, also with a meld, or that a move names; -1 if there is none."""
    row = t & TOKEN_ROW
    if row >= R[TOKEN_ROWS]:
        return -1
    return own_copy(S, R, R[LOG + S[TURN]], R[R[TOKENS] + T_WIDTH * row + T_CARD])


def penalty(S: Ints, R: Ints, rule: int) -> int:
    """What an illegal move costs, times the stake, by the first row for this rule; S[BECAUSE] is 0 if nothing is said
    about it."""
    p = R[S[RULES] + P_WRONGS]
    rows = R[p]
    p += 1
    S[RULE] = 0
    S[BECAUSE] = 0
    S[WINNER] = 0
    S[LOSER] = 0
    S[ACTOR] = S[BLAME]
    while rows > 0:
        if R[R[p + I_FOR] + rule] and told(S, R, R[p + I_WHEN]) != 0:
            S[WINNER] = side(S, R, told(S, R, R[p + I_WINNER]))
            S[LOSER] = S[ALL] & ~S[WINNER] if S[WINNER] != 0 else 0
            S[RULE] = R[p + I_RULE]
            S[BECAUSE] = R[p + I_RULE]
            return game_points(S, R, R[p + I_WORTH])
        p += I_WIDTH
        rows -= 1
    return 0


def replay(S: Ints, R: Ints, T: Ints, start: int, at: int, end: int, out: Ints, o: int) -> None:
    """A record, in a fresh S: the deal at T[start], then the moves T[at] to T[end] as far as the first that is
    illegal. Its verdict row goes to out[o]."""
    if deal(S, R, T, start) == 0:
        out[o + V_STATUS] = UNREADABLE
        out[o + V_MOVES] = 0
        out[o + V_RULE] = 0
        out[o + V_BECAUSE] = 0
        out[o + V_WINNER] = 0
        out[o + V_POINTS] = 0
        figures(S, R, out, o + V_SEATS)
    else:
        play_out(S, R, T, at, end, out, o)


def play_out(S: Ints, R: Ints, T: Ints, at: int, end: int, out: Ints, o: int) -> None:
    """The moves T[at] to T[end] in a hand that has begun, as far as the first that is illegal, and the verdict row."""
    m = at
    rule = 0
    points = 0
    status = ONGOING
    while m < end and rule == 0 and S[PATIENCE] >= 0:
        rule = step(S, R, T, T[m])
        m += 1
    if rule != 0:
        m -= 1
        status = UNDETERMINED if S[DOUBT] & DOUBT_VALUE else ILLEGAL
        S[CARD] = named(S, R, T[m])
        points = penalty(S, R, rule)
    elif S[OVER]:
        points = score(S, R)
        rule = S[RULE]
        status = UNDETERMINED if S[DOUBT] else COMPLETE
    elif S[DOUBT] & DOUBT_VALUE:
        status = UNDETERMINED
    if S[PATIENCE] < 0:
        status = UNDETERMINED
    out[o + V_STATUS] = status
    out[o + V_MOVES] = m - at
    out[o + V_RULE] = rule
    out[o + V_BECAUSE] = S[BECAUSE]
    out[o + V_WINNER] = S[WINNER]
    out[o + V_POINTS] = points
    figures(S, R, out, o + V_SEATS)


def figures(S: Ints, R: Ints, out: Ints, o: int) -> None:
    """For each seat what its side has: card points, meld points, bonus, tricks."""
    i = 0
    while i < R[N]:
        x = side(S, R, ONE << i)
        out[o + V_CARD_POINTS] = total(S, CARD_POINTS, x)
        out[o + V_MELD_POINTS] = total(S, MELD_POINTS, x)
        out[o + V_BONUS] = total(S, BONUS, x)
        out[o + V_TRICKS] = total(S, TRICKS, x)
        o += V_SEAT_WIDTH
        i += 1


def many(
    S: Ints, R: Ints, init: Ints, T: Ints, starts: Ints, size: int, first: int, last: int, out: Ints, width: int
) -> None:
    """Records `first` to `last`, one after the other in the same S."""
    while first < last:
        i = 0
        while i < R[KEEP]:
            S[i] = init[i]
            i += 1
        replay(S, R, T, starts[first], starts[first] + size, starts[first + 1], out, first * width)
        first += 1


# ------------------------------------------------------------------------------------------------ doors
# Here sequences are checked: behind the doors no index can leave its sequence.
def ints(a: Column) -> Ints:
    """What the machine works on."""
    return cython.address(a[0]) if cython.compiled else a


def checked(S: Column, R: Column) -> None:
    """Raises ValueError if S is not a state of this ruleset."""
    if len(R) < IMAGE or len(S) < R[WIDTH]:
        raise ValueError("this is no state of this ruleset")


def fingerprint() -> int:
    """Which text this core was made from."""
    return FINGERPRINT


def value(S: Column, R: Column, pc: int) -> int:
    """The value of a program in a state (which may change its scratch)."""
    checked(S, R)
    return run(ints(S), ints(R), pc)


def asked(S: Column, R: Column, pc: int, unknown: int) -> int:
    """The value of a program if all ways in which hidden cards could answer agree, else `unknown`; see `ask`."""
    checked(S, R)
    return ask(ints(S), ints(R), pc, unknown)


def begin(S: Column, R: Column, T: Column) -> int:
    """Deals the record T into a fresh S; 0 if it is no deal."""
    checked(S, R)
    if len(T) < 2 + R[DEALT_TO] * R[HAND_SIZE] + R[TALON]:
        raise ValueError("the record is too short for a deal")
    return deal(ints(S), ints(R), ints(T), 0)


def play_on(S: Column, R: Column, T: Column, t: int) -> int:
    """One token, in a state that `begin` began with the same T: 0, or the number of the rule that forbids it."""
    checked(S, R)
    return step(ints(S), ints(R), ints(T), t)


def next_tokens(S: Column, R: Column, T: Column, out: Column) -> int:
    """Writes every token that may come next; how many. S must be a copy, `out` as long as R[ROOM]."""
    checked(S, R)
    S[PATIENCE] = MOST_WORK
    if len(out) < R[ROOM]:
        raise ValueError("there is no room for the tokens")
    return legal(ints(S), ints(R), ints(T), ints(out))


def outcome(S: Column, R: Column) -> int:
    """The game points of a hand that is over; S[WINNER], S[RULE] and S[BECAUSE] say the rest."""
    checked(S, R)
    return score(ints(S), ints(R))


def paid(S: Column, R: Column, out: Column) -> int:
    """After `outcome`: writes what each seat pays who is not among the winners; 0 if the row says nothing about it."""
    checked(S, R)
    if len(out) < R[N]:
        raise ValueError("there is no room for the payments")
    return payments(ints(S), ints(R), ints(out))


def resume(S: Column, R: Column) -> None:
    """Takes a hand up in the middle, in a fresh S into which it was written; see `take_up`. No index that stands in
    S may lead out of R: `bummerl.interpreter.position` writes nothing else."""
    checked(S, R)
    if S[TRUMP] < -1 or S[TRUMP] >= R[SUIT_ROWS] - 1 or S[LEADER] & ~S[ALL] or S[LEADER] == 0 or S[ALL] >> R[N]:
        raise ValueError("nobody leads, or trump is no suit")
    take_up(ints(S), ints(R))


def resume_one(S: Column, R: Column, T: Column, at: int, end: int, out: Column) -> None:
    """What becomes of a hand that was begun or taken up, with the moves T[at] to T[end]: its verdict row."""
    checked(S, R)
    if at < 0 or end < at or end > len(T) or S[TALON_AT] < 0 or S[TALON_AT] + S[TALON_SIZE] - S[UP_IN_TALON] > len(T):
        raise ValueError("the record is too short")
    if len(out) < V_SEATS + V_SEAT_WIDTH * R[N]:
        raise ValueError("there is no room for the verdict")
    play_out(ints(S), ints(R), ints(T), at, end, ints(out), 0)


def replay_one(S: Column, R: Column, T: Column, at: int, end: int, out: Column) -> None:
    """A record, in a fresh S: its verdict row. The moves stand from T[at] to T[end]."""
    checked(S, R)
    if at < 2 + R[DEALT_TO] * R[HAND_SIZE] + R[TALON] or end < at or end > len(T):
        raise ValueError("the record is too short for a deal")
    if len(out) < V_SEATS + V_SEAT_WIDTH * R[N]:
        raise ValueError("there is no room for the verdict")
    replay(ints(S), ints(R), ints(T), 0, at, end, ints(out), 0)


def batch(
    S: Column, R: Column, init: Column, T: Column, starts: Column, size: int, first: int, last: int, out: Column,
    width: int,
) -> None:
    """Records `first` to `last` of a column of integers, each with a deal of this size: a verdict row each. Compiled,
    it lets other threads run."""
    checked(S, R)
    checked(init, R)
    if first < 0 or last >= len(starts) or len(out) < last * width or width < V_SEATS + V_SEAT_WIDTH * R[N]:
        raise ValueError("there is no room for the verdicts")
    if size != 2 + R[DEALT_TO] * R[HAND_SIZE] + R[TALON] or starts[first] < 0 or starts[last] > len(T):
        raise ValueError("the records do not fit the ruleset")
    i = first
    while i < last:
        if starts[i] + size > starts[i + 1]:
            raise ValueError("a record is too short for a deal")
        i += 1
    if cython.compiled:
        released(ints(S), ints(R), ints(init), ints(T), ints(starts), size, first, last, ints(out), width)
    else:
        while first < last:
            S[:] = init
            replay(S, R, T, starts[first], starts[first] + size, starts[first + 1], out, first * width)
            first += 1


def released(
    S: Ints, R: Ints, init: Ints, T: Ints, starts: Ints, size: int, first: int, last: int, out: Ints, width: int
) -> None:
    """`many`, while other threads run."""
    with cython.nogil:
        many(S, R, init, T, starts, size, first, last, out, width)
