# Written by `python -m bummerl.interpreter.pxd` from core.py: what Cython needs to know to compile it.

cdef long long FINGERPRINT
cdef long long ONE
cdef long long LIMIT
cdef long long NOTHING
cdef long long NO
cdef long long YES
cdef long long ALL
cdef long long DEALER
cdef long long FOREHAND
cdef long long LEADER
cdef long long TURN
cdef long long ACTOR
cdef long long TRUMP
cdef long long TURN_UP
cdef long long LED
cdef long long LED_SUIT
cdef long long BEST
cdef long long BEST_BY
cdef long long TRICK_NUMBER
cdef long long TRICK_SIZE
cdef long long TRICK_CARDS
cdef long long TRICK_POINTS
cdef long long TALON_SIZE
cdef long long UP_IN_TALON
cdef long long TALON_AT
cdef long long LAST_WINNER
cdef long long LAST_CARDS
cdef long long LAST_MOVE
cdef long long CARDS_LEFT
cdef long long CONTRACT
cdef long long UNDRAWN
cdef long long CARD
cdef long long SUIT
cdef long long SAID
cdef long long NUMBER
cdef long long CALL
cdef long long PLAYER
cdef long long WINNER
cdef long long LOSER
cdef long long STAGE
cdef long long RULES
cdef long long POWER
cdef long long SUITS
cdef long long VALUES
cdef long long IN_PLAY
cdef long long IN_TRICK
cdef long long GONE
cdef long long HELD
cdef long long OVER
cdef long long BLAME
cdef long long DUTY
cdef long long MELDS
cdef long long JUST_DRAWN
cdef long long RULE
cdef long long BECAUSE
cdef long long ROW_OF_WINNER
cdef long long DIM
cdef long long GUESS
cdef long long ASKED
cdef long long DOUBT
cdef long long LENIENT
cdef long long TALON_CARDS
cdef long long DENIED
cdef long long BLURRED
cdef long long HEARD
cdef long long PATIENCE
cdef long long SEATS
cdef long long HAND
cdef long long DEALT
cdef long long FIRST_PACKET
cdef long long WON
cdef long long DECLARED
cdef long long MELDED
cdef long long TRICKS
cdef long long CARD_POINTS
cdef long long MELD_POINTS
cdef long long BONUS
cdef long long POINTS
cdef long long BROUGHT
cdef long long SCORE_NOW
cdef long long TO_NIL
cdef long long NEXT_IN_PLAY
cdef long long DRAWN
cdef long long HIDDEN
cdef long long PACKET_HIDDEN
cdef long long NEW
cdef long long MOST_SETS
cdef long long MEMORY
cdef long long N
cdef long long KEEP
cdef long long WIDTH
cdef long long HAND_SIZE
cdef long long PACKET
cdef long long TALON
cdef long long TURNED
cdef long long DEALT_TO
cdef long long SITS_OUT
cdef long long PARTNERS
cdef long long CARDS
cdef long long DECK
cdef long long SUIT_ROWS
cdef long long ROW
cdef long long SAME_CARDS
cdef long long SUITS_BY_TRUMP
cdef long long VALUES_BY_TRUMP
cdef long long SUIT_CARDS
cdef long long TOKENS
cdef long long TOKEN_ROWS
cdef long long STAGES
cdef long long SECTIONS
cdef long long CALLS
cdef long long MELD_KINDS
cdef long long WORDS
cdef long long CARD_WORDS
cdef long long ROOM
cdef long long LOG
cdef long long LOG_SIZE
cdef long long AFTER
cdef long long SIDES
cdef long long IMAGE
cdef long long NO_PROGRAM
cdef long long NO_TABLE
cdef long long TABLE_TURN
cdef long long TABLE_STAGE
cdef long long TABLE_HOLDS
cdef long long TABLE_OVER
cdef long long TABLE_DRAW
cdef long long TOKEN_ROW
cdef long long TOKEN_SEAT_AT
cdef long long TOKEN_SEAT
cdef long long TOKEN_REST_AT
cdef long long CARDS_COUNT
cdef long long CARDS_AT
cdef long long CARD_BITS
cdef long long CARD_MASK
cdef long long UNKNOWN_CARD
cdef long long T_MOVE
cdef long long T_CARD
cdef long long T_SUIT
cdef long long T_CALL
cdef long long T_FITS
cdef long long T_WIDTH
cdef long long FITS_NOT
cdef long long FITS
cdef long long FITS_WITH_CARD
cdef long long MOVE_CARD
cdef long long MOVE_DRAWN
cdef long long MOVE_KNOWN
cdef long long MOVES
cdef long long MOVE_DEAL
cdef long long MOVE_PLAYED
cdef long long MOVE_TRICK
cdef long long W_ROW
cdef long long W_ROWS
cdef long long W_KIND
cdef long long W_SAYS
cdef long long W_WIDTH
cdef long long W_PLAIN
cdef long long W_NUMBER
cdef long long W_MELD
cdef long long G_WHEN
cdef long long G_UNTIL
cdef long long G_TURN
cdef long long G_FIRST
cdef long long G_MOVES
cdef long long G_KIND
cdef long long G_WIDTH
cdef long long G_WORDS
cdef long long G_PLAY
cdef long long G_END
cdef long long P_LEADER
cdef long long P_TRUMP
cdef long long P_PLAYERS
cdef long long P_DRAW
cdef long long P_LAZY
cdef long long P_POWER
cdef long long P_LEAD
cdef long long P_FOLLOW
cdef long long P_MOVES
cdef long long P_ENDS
cdef long long P_THEN
cdef long long P_OFTEN
cdef long long P_BONUSES
cdef long long P_SCORE
cdef long long P_TIERS
cdef long long P_TIMES
cdef long long P_COUNTS
cdef long long P_WRONGS
cdef long long P_SCORE_ROWS
cdef long long P_TIER_ROWS
cdef long long P_WIDTH
cdef long long ENDS_WITH_WORDS
cdef long long ENDS_WITH_TRICKS
cdef long long ENDS_WITH_CARDS
cdef long long M_REQUIRE
cdef long long M_BY
cdef long long M_ALSO
cdef long long M_EARLY
cdef long long M_CALLS
cdef long long M_SHOWS
cdef long long M_SCORES
cdef long long M_KIND
cdef long long M_SWAPS
cdef long long M_PICKS
cdef long long M_DISCARDS
cdef long long M_SETS
cdef long long M_WIDTH
cdef long long PICKS_TALON
cdef long long PICKS_TURN_UP
cdef long long E_VALUE
cdef long long E_SLOT
cdef long long E_HOW
cdef long long E_WIDTH
cdef long long SET_EACH
cdef long long SET_TRUMP
cdef long long SET_NUMBER
cdef long long L_WHEN
cdef long long L_TABLE
cdef long long L_BY_TRUMP
cdef long long L_BY_LED
cdef long long L_BY_BEST
cdef long long L_LINES
cdef long long L_HOW
cdef long long L_RULES
cdef long long L_GUARD
cdef long long L_WIDTH
cdef long long ONLY_HIGHEST
cdef long long ONLY_LOWEST
cdef long long FIRM
cdef long long ALWAYS
cdef long long B_WHEN
cdef long long B_POINTS
cdef long long B_TO
cdef long long B_WIDTH
cdef long long R_WINNER
cdef long long R_WORTH
cdef long long R_PAYS
cdef long long R_RULE
cdef long long R_WIDTH
cdef long long I_WHEN
cdef long long I_WINNER
cdef long long I_WORTH
cdef long long I_RULE
cdef long long I_FOR
cdef long long I_WIDTH
cdef long long V_STATUS
cdef long long V_MOVES
cdef long long V_RULE
cdef long long V_BECAUSE
cdef long long V_WINNER
cdef long long V_POINTS
cdef long long V_SEATS
cdef long long V_CARD_POINTS
cdef long long V_MELD_POINTS
cdef long long V_BONUS
cdef long long V_TRICKS
cdef long long V_SEAT_WIDTH
cdef long long ONGOING
cdef long long COMPLETE
cdef long long ILLEGAL
cdef long long UNREADABLE
cdef long long UNDETERMINED
cdef long long MOST_WORK
cdef long long TOKEN_WORK
cdef long long QUESTIONS
cdef long long WAYS
cdef long long DOUBT_DUTY
cdef long long DOUBT_VALUE
cdef long long REFUSES
cdef long long UNDECIDED
cdef long long O_THEN
cdef long long O_ELSE
cdef long long O_WIDTH
cdef long long OP_IS
cdef long long OP_BELOW
cdef long long OP_SAME
cdef long long OP_LESS
cdef long long OP_AMONG
cdef long long OP_WITHIN
cdef long long OP_HOLDS
cdef long long OP_NEXT
cdef long long OP_PICK
cdef long long OP_BEATS
cdef long long OP_VEIL
cdef long long OP_COIN
cdef long long OP_PUT
cdef long long OP_ADD
cdef long long OP_TAKE
cdef long long OP_TIMES
cdef long long OP_JOIN
cdef long long OP_EXCEPT
cdef long long OP_BOTH
cdef long long OP_TABLE
cdef long long OP_ROW
cdef long long OP_MASK
cdef long long OP_SUM
cdef long long OP_UNION
cdef long long OP_MOST
cdef long long OP_ONLY
cdef long long OP_COUNT
cdef long long OP_SIDE
cdef long long OP_HOLDER
cdef long long OP_SUITS
cdef long long OP_WORTH
cdef long long OP_TOP
cdef long long OP_BOTTOM
cdef long long OP_SIZE
cdef long long TESTS
cdef long long TWO_SLOTS
cdef long long RARE
cdef long long PLAIN
cdef long long OVER_ROW

cdef long long* ints(long long[::1] a)
cdef long long count(long long x) noexcept nogil
cdef long long clamped(long long v) noexcept nogil
cdef long long total(long long* S, long long row, long long players) noexcept nogil
cdef long long union(long long* S, long long row, long long players) noexcept nogil
cdef long long seen(long long* S, long long* R) noexcept nogil
cdef long long guess(long long* S) noexcept nogil
cdef long long doubles(long long* R, long long cards) noexcept nogil
cdef long long holds(long long* S, long long* R, long long cards, long long players) noexcept nogil
cdef long long could_be_hidden(long long* S, long long* R) noexcept nogil
cdef long long hidden_copy(long long* S, long long* R, long long c) noexcept nogil
cdef long long another_way(long long* S) noexcept nogil
cdef long long ask(long long* S, long long* R, long long pc, long long unknown) noexcept nogil
cdef long long told(long long* S, long long* R, long long pc) noexcept nogil
cdef long long sided(long long players, long long x, long long everyone) noexcept nogil
cdef long long holder(long long* S, long long* R, long long card) noexcept nogil
cdef long long suits_in(long long* S, long long* R, long long cards) noexcept nogil
cdef long long worth_of(long long* S, long long* R, long long cards) noexcept nogil
cdef long long extreme(long long* S, long long* R, long long cards, long long how) noexcept nogil
cdef long long size_of(long long* S, long long players) noexcept nogil
cdef long long gather(long long* S, long long* R, long long op, long long x, long long y) noexcept nogil
cdef long long rare(long long* S, long long* R, long long op, long long x, long long y) noexcept nogil
cdef long long run(long long* S, long long* R, long long pc) noexcept nogil
cdef long long side(long long* S, long long* R, long long x) noexcept nogil
cdef long long first_of(long long* R, long long x, long long among) noexcept nogil
cdef long long one_of(long long* S, long long* R, long long x) noexcept nogil
cdef void name_trump(long long* S, long long* R, long long suit) noexcept nogil
cdef void strengths(long long* S, long long* R) noexcept nogil
cdef long long passed_over(long long* S, long long* R, long long stage) noexcept nogil
cdef void enter(long long* S, long long* R, long long stage) noexcept nogil
cdef void enter_play(long long* S, long long* R) noexcept nogil
cdef void be_seated(long long* S, long long* R) noexcept nogil
cdef void take_up(long long* S, long long* R) noexcept nogil
cdef long long deal(long long* S, long long* R, long long* T, long long at) noexcept nogil
cdef long long packet(long long* S, long long* R, long long* T, long long at, long long seat) noexcept nogil
cdef long long turn_and_talon(long long* S, long long* R, long long* T, long long at) noexcept nogil
cdef long long own_copy(long long* S, long long* R, long long seat, long long c) noexcept nogil
cdef long long duty(long long* S, long long* R, long long hand) noexcept nogil
cdef long long tabled(long long* S, long long* R, long long p, long long hand) noexcept nogil
cdef long long worked_out(long long* S, long long* R, long long p, long long hand) noexcept nogil
cdef long long play(long long* S, long long* R, long long* T, long long c) noexcept nogil
cdef void lay(long long* S, long long* R, long long c, long long bit) noexcept nogil
cdef void end_trick(long long* S, long long* R, long long* T) noexcept nogil
cdef void draw(long long* S, long long* R, long long* T) noexcept nogil
cdef void put_back(long long* S, long long* R, long long turn_up, long long up) noexcept nogil
cdef void known(long long* S, long long seat, long long c) noexcept nogil
cdef long long drawn(long long* S, long long* R, long long* T, long long cards) noexcept nogil
cdef long long is_drawn(long long* S, long long* R, long long seat, long long c, long long drawn_card) noexcept nogil
cdef void come_to_be_known(long long* S, long long* R, long long seat, long long cards) noexcept nogil
cdef void recount(long long* S, long long* R) noexcept nogil
cdef void bind(long long* S, long long* R, long long row, long long number) noexcept nogil
cdef long long refused(long long* S, long long* R, long long m) noexcept nogil
cdef long long tried(long long* S, long long* R, long long* T, long long m, long long seat) noexcept nogil
cdef long long allowed(long long* S, long long* R, long long move) noexcept nogil
cdef long long say(long long* S, long long* R, long long* T, long long row, long long seat, long long number) noexcept nogil
cdef long long tried_after(long long* S, long long* R, long long* T, long long m, long long row, long long seat, long long number, long long before) noexcept nogil
cdef long long play_shown(long long* S, long long* R, long long* T, long long m, long long c) noexcept nogil
cdef void go_on(long long* S, long long* R) noexcept nogil
cdef long long leave(long long* S, long long seat, long long c) noexcept nogil
cdef void show(long long* S, long long* R, long long seat, long long cards) noexcept nogil
cdef void swap(long long* S, long long* R, long long seat, long long c) noexcept nogil
cdef void pick_up(long long* S, long long* R, long long* T, long long seat, long long what) noexcept nogil
cdef void discard(long long* S, long long* R, long long seat, long long c) noexcept nogil
cdef void effects(long long* S, long long* R, long long* T, long long m) noexcept nogil
cdef void remember(long long* S, long long* R, long long p, long long seat, long long v) noexcept nogil
cdef long long step(long long* S, long long* R, long long* T, long long t) noexcept nogil
cdef void look_for_end(long long* S, long long* R, long long move) noexcept nogil
cdef void finish(long long* S, long long* R, long long end) noexcept nogil
cdef long long legal(long long* S, long long* R, long long* T, long long* out) noexcept nogil
cdef long long listed(long long* R, long long cards, long long table, long long extra, long long* out, long long k) noexcept nogil
cdef long long words(long long* S, long long* R, long long* out, long long k, long long early) noexcept nogil
cdef long long said(long long* S, long long* R, long long* out, long long k, long long m, long long w, long long named) noexcept nogil
cdef long long scored(long long* S, long long* R, long long row, long long m, long long nothing) noexcept nogil
cdef long long worded(long long* S, long long* R, long long* out, long long k, long long m, long long w, long long token) noexcept nogil
cdef long long led_with(long long* S, long long* R, long long* out, long long k, long long m, long long named) noexcept nogil
cdef long long score(long long* S, long long* R) noexcept nogil
cdef long long game_points(long long* S, long long* R, long long worth) noexcept nogil
cdef long long payments(long long* S, long long* R, long long* out) noexcept nogil
cdef long long named(long long* S, long long* R, long long t) noexcept nogil
cdef long long penalty(long long* S, long long* R, long long rule) noexcept nogil
cdef void replay(long long* S, long long* R, long long* T, long long start, long long at, long long end, long long* out, long long o) noexcept nogil
cdef void play_out(long long* S, long long* R, long long* T, long long at, long long end, long long* out, long long o) noexcept nogil
cdef void figures(long long* S, long long* R, long long* out, long long o) noexcept nogil
cdef void many(long long* S, long long* R, long long* init, long long* T, long long* starts, long long size, long long first, long long last, long long* out, long long width) noexcept nogil
cdef void released(long long* S, long long* R, long long* init, long long* T, long long* starts, long long size, long long first, long long last, long long* out, long long width) noexcept
