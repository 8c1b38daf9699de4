# The sentences of the service in English.
#
# Each entry is a code, with "-" for each "." of it: its value is the sentence about one case, its
# attribute "meaning" says what the code means in general. The names in braces are the facts of the
# case; a list of cards or names stands with commas.


## Rules that contradict themselves

rules-nobody_may_play = at least { $min } players and at most { $max } is nobody ({ $parameters })
rules-pack_too_small =
    { $seats } players need { $needed } cards: 7 each, the first discard and one more; { $packs ->
        [one] one pack of this kind holds { $held }
       *[other] { $packs } packs of this kind hold { $held }
    } ({ $parameters })
rules-joker_named_wild =
    a joker is wild already: say how many jokers a pack has ({ $parameters })
rules-wild_not_in_pack =
    { $card } is not in a pack of { $size }, so it can't be wild ({ $parameters })
rules-wild_named_twice = the same wild card is named twice ({ $parameters })
rules-chinchon_without_score =
    with wilds in play a chinchón with wilds needs a score ({ $parameters })
rules-no_cap = without any cap every hand could close ({ $parameters })
rules-rounds_missing =
    a match that ends after a number of rounds needs that number ({ $parameters })
rules-rounds_idle =
    a number of rounds means something only where the match ends by rounds ({ $parameters })
rules-no_end =
    without a limit nobody goes out, so the match must end by rounds ({ $parameters })
rules-low_total_not_below_0 =
    totals begin at 0, so a low total of { $low_total } would win at once ({ $parameters })


## The table and its deck

seats-not_allowed = { $seats } seats: this table takes { $least } to { $most }
seats-too_few = { $seats } seats are too few for { $players } players
card-no_jokers = JK: this deck has no jokers
card-not_in_pack =
    { $card }: a pack of { $size } has no { $rank ->
        [8] eights
        [9] nines
       *[other] cards of rank { $rank }
    }
card-too_many =
    { $card } is here { $number ->
        [2] twice
       *[other] { $number } times
    }: these seats play with { $packs ->
        [one] one pack, which holds it { $held ->
            [one] once
            [2] twice
           *[other] { $held } times
        }
       *[other] { $packs } packs, which hold it { $held ->
            [one] once
            [2] twice
           *[other] { $held } times
        }
    }{ $two_packs_from ->
        [0] { "" }
       *[other] { $packs ->
            [one] ; two packs are played from { $two_packs_from } seats
           *[other] { "" }
        }
    }


## A hand

turn-missing =
    this table allows a close from turn { $earliest_turn } on: say which turn this is
total-missing = this table asks whether the closer would go out: say the total


## Melds

meld-too_short =
    { $cards }: { $found ->
        [0] no cards
        [one] { $found } card
       *[other] { $found } cards
    } where { $limit } are needed
    .meaning = A meld has too few cards.
meld-too_long =
    { $cards }: { $found ->
        [one] { $found } card
       *[other] { $found } cards
    } where at most { $limit } can lie
    .meaning = A meld has more cards than it can have.
meld-no_meld =
    { $cards } don't share { $kind ->
        [set] a rank
        [run] a suit
       *[any] a rank or a suit
    }
    .meaning = The cards share neither a rank nor a suit.
meld-gap = { $cards } leave out a rank between two of them
    .meaning = A run misses a rank between its cards.
meld-wraps = { $cards } would go on from the king to the ace
    .meaning = A run goes on from the king to the ace.
meld-repeated_rank = the rank of { $card } occurs twice in a run
    .meaning = A run holds a rank twice.
meld-repeated_suit = { $card } occurs twice in a set whose suits must differ
    .meaning = A set holds a suit twice where suits must differ.
meld-too_many_copies =
    { $card } is shown { $found ->
        [2] twice
       *[other] { $found } times
    } and is in play { $limit ->
        [one] once
        [2] twice
       *[other] { $limit } times
    }
    .meaning = A card is shown more often than the packs hold it.
meld-too_many_wilds =
    { $cards } has { $found ->
        [one] { $found } wild
       *[other] { $found } wilds
    } and may have { $limit }
    .meaning = A meld holds too many wilds.
meld-too_few_naturals =
    { $cards } has { $found ->
        [one] { $found } natural
       *[other] { $found } naturals
    } and needs { $limit }
    .meaning = A meld holds too few naturals.
meld-out_of_order = { $cards } doesn't ascend rank by rank in the order given
    .meaning = A run with wilds lies in the order given, and this one doesn't ascend.
meld-wild_out_of_range =
    in { $cards } a wild would stand { $end ->
        [low] below the ace
       *[high] above the king
    }
    .meaning = A wild would stand below the ace or above the king.
meld-stands_for =
    `stands_for` doesn't say how { $cards } lie: { $kind ->
        [set] a set has none
       *[run] they stand for { $lies }
    }
    .meaning = `stands_for` says something else than the cards as they lie.
meld-card_not_held = { $card } isn't among the cards that can be shown
    .meaning = A card is shown that isn't held.
meld-card_used_twice =
    { $card } is shown { $found ->
        [2] twice
       *[other] { $found } times
    } and held { $limit ->
        [one] once
        [2] twice
       *[other] { $limit } times
    }
    .meaning = A card is shown more often than it is held.


## Closing

close-too_early =
    this is the player's turn { $found }; one may close from turn { $limit } on
    .meaning = The player may not close on this turn yet.
close-too_many_points =
    { $found ->
        [one] { $found } unmatched point
       *[other] { $found } unmatched points
    }; one may close with at most { $limit }
    .meaning = The unmatched cards cost more than one may close with.
close-too_many_cards =
    { $found ->
        [one] { $found } unmatched card
       *[other] { $found } unmatched cards
    }; one may close with at most { $limit }
    .meaning = More cards are unmatched than one may close with.
close-wild_left = { $card } is wild and is left unmatched
    .meaning = A wild is left unmatched.
close-exceeds_limit =
    { $total } and the { $points } kept make { $found }, which puts the closer out
    .meaning = The card kept would put the closer out.


## Violations of actions

action-not_your_turn = { $to_play } is to play, not { $player }
    .meaning = Somebody else is to play.
action-wrong_phase =
    { $action ->
        [draw] a card is drawn
        [discard] a card is discarded
        [deal] the next round is dealt
       *[cancel] a match is cancelled
    } in another phase, not in { $phase }
    .meaning = This cannot be done in this phase of the match.
action-match_over =
    { $phase ->
        [cancelled] the match was cancelled
       *[match_over] the match is over
    }
    .meaning = The match is over or was cancelled.
draw-no_discards = there is no discard to take
    .meaning = There is no discard to take.
draw-first_discard = { $card } was turned up at the deal and may not be taken
    .meaning = The card turned up at the deal may not be taken.
discard-not_held = { $player } does not hold { $card }
    .meaning = The player does not hold the card to discard.
discard-just_taken = { $card } was just taken from the discards and may not go straight back
    .meaning = The card taken from the discards may not go straight back.
close-not_now = a player closes in the phase discard, after drawing, not in { $phase }
    .meaning = A player closes when discarding, at no other moment.
close-discard_not_held = { $card } is not in the hand, so it cannot be the closing discard
    .meaning = The player does not hold the card to close with.
rejoin-too_late = { $player } may rejoin only after the round that put { $player } out, before the next deal, and not while a play-off decides the match
    .meaning = A player rejoins after the round that put the player out, before the next deal.
rejoin-match_over = the match is over, so { $player } may not rejoin
    .meaning = Nobody rejoins when the match is over.

## Faults of names and actions

player-named_twice = { $player } is named twice
player-unknown = { $player } is not among the players
player-out = { $player } is out
player-no_opponent = { $player } is not an opponent of the player to play

## Faults of a state

state-round_not_over = the next round is dealt in the phase round_over, not in { $phase }
state-cards_missing = these cards of the deck are nowhere: { $cards }
state-hand_size =
    { $player } has { $number ->
        [one] { $number } card
       *[other] { $number } cards
    } where { $sizes ->
        [none] no card can be
        [seven] 7 must be
        [eight] 8 must be
        [none_or_seven] 0 or 7 must be
       *[seven_or_eight] 7 or 8 must be
    }
state-too_few_hands = two or more players play a round, and fewer have cards here
state-nobody_to_play = in a round that is played, a player who is in is to play
state-somebody_to_play = nobody is to play in the phase { $phase }
state-not_next_to_play = by the turns played, { $player } is to play
state-nothing_drawn = the player who is to discard has drawn a card, and none is named
state-drawn_not_now = no card is drawn in the phase { $phase }
state-drawn_without_eight = when a card is drawn, exactly one player holds eight cards
state-drawn_not_held = { $player } does not hold { $card }
state-drawn_first_discard = the card turned up at the deal may not be taken
state-lead_without_hand = { $player } has no cards, so did not lead this round
state-turns_uneven = in turn order from the lead, each player has ended as many turns as the lead or, from some player on, one turn fewer: these are { $turns }
state-turns_without_hand = { $player } has no cards, so has played no turn in this round
state-not_exhausted = this round has no closer, and it was not exhausted
state-exhausted_before = exhaustion { $last } would have ended the round
state-exhausted_too_often =
    after { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } the stock cannot have been empty so often
state-stock_empty = at this table, an empty stock is renewed when the turn ends
state-no_card_to_draw = there is no card to draw
state-discards =
    after { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } there are { $least } to { $most } discards, not { $number }
state-scored_before_round_1 = nothing has been scored before round 1 ends
state-out_before_round_1 = { $player } was never out before the first round
state-play_off_in_round_1 = round 1 is not a play-off
state-closer_not_now = nobody has closed in the phase { $phase }
state-closer_not_last = by the turns played, { $player } played last
state-closer_without_hand = { $player } has no hand in this round
state-closer_meld_cards = the deck does not hold these cards: { $cards }
state-closer_no_meld = this is not a meld: { $because }
state-closer_melds = these are not the melds as they lie on the table
state-result_missing = in the phase { $phase } there is a result
state-result_not_now = in the phase { $phase } there is no result
state-total = by the result, { $player } has { $total }
state-player_is_out = by the result, { $player } is out
state-player_is_in = by the result, { $player } is in
state-rejoin_not_counted = { $player } has rejoined at least once
state-rejoin_total = { $player } rejoins at { $total }
state-may_not_rejoin = { $player } is out and may not rejoin
state-match_is_over = by the result, the match is over
state-match_goes_on = by the result, the match goes on
state-too_many_rounds = rounds and exhaustions are counted up to { $bound }
state-numbers_too_large = totals, turns and rejoins are counted up to { $bound }

## Faults of a result

result-players = the result does not name the players of this round
result-illegal = what the result says was shown or laid off is not allowed
result-differs = this does not follow from the cards and from what was chosen
result-before_round_1 = { $player } has no points before the first round

state-player_without_hand = { $player } has no hand in this match
state-no_result = no round has ended in the phase { $phase }
result-malformed = { $mistake }


## Laying off

lay_off-not_allowed =
    { $to ->
        [closer] the closer does not lay off at this table
        [exhausted] the round ended without a close, so nobody lays off
       *[anybody] nobody lays off at this table
    }
    .meaning = The player may not lay off: nobody may at this table, or not the closer, or the round ended without a close.
lay_off-blocked = after a close with all seven cards melded, the melds of { $owner } take no cards
    .meaning = After a full close this meld takes no cards.
lay_off-not_onto = only the melds of { $closer } take cards at this table, not those of { $owner }
    .meaning = At this table only the closer's melds take cards.
lay_off-does_not_fit =
    { $why ->
        [pass] there is no pass { $pass_number } at this table
       *[place]
            { $place ->
                [low] { $card } does not fit at the low end of { $cards }
                [high] { $card } does not fit at the high end of { $cards }
               *[set] { $card } does not fit as a card of a set on { $cards }
            }
    }
    .meaning = The card does not fit on that meld at that place, or there is no such pass.
lay_off-card_not_held = { $card } is not among the unmatched cards of { $player }
    .meaning = The card is not among the player's unmatched cards.
lay_off-not_yet_shown = { $owner } shows later in this pass, so meld { $meld } of { $owner } is not on the table yet
    .meaning = That meld is not on the table yet.
lay_off-wild = { $card } would be wild there, and wilds may not be laid off at this table
    .meaning = Wilds may not be laid off at this table.
lay_off-no_own_meld = { $player } has shown no meld, so it may not lay off at this table
    .meaning = At this table a player without a meld of its own may not lay off.
lay_off-no_such_meld = there is no meld { $meld } of { $owner } on the table
    .meaning = That player has shown no such meld.

## Rejoining

rejoin-not_out = { $player } is in
    .meaning = Only a player who is out may rejoin.
rejoin-none_left =
    { $limit ->
        [0] nobody rejoins at this table
        [one] { $player } has rejoined { $found ->
            [one] once
           *[other] { $found } times
        }, and this table allows 1 rejoin
       *[other] { $player } has rejoined { $found ->
            [one] once
           *[other] { $found } times
        }, and this table allows { $limit } rejoins
    }
    .meaning = The player has no rejoin left.
rejoin-too_few_in =
    { $found ->
        [one] 1 player is in
       *[other] { $found } players are in
    }, and { $limit } must be in for anybody to rejoin
    .meaning = Too few players are still in.
rejoin-too_few_seats =
    { $found ->
        [one] 1 player sat down
       *[other] { $found } players sat down
    } at the start of the match; with fewer than { $limit } nobody rejoins
    .meaning = With so few seats nobody rejoins.
## The end of a round

hand-wrong_size =
    { $player } has { $number ->
        [one] 1 card
       *[other] { $number } cards
    } at the end of the round, and must have { $size }
player-without_hand = { $player } is in and has no hand here
player-without_points = { $player } is in and has no points here
player-out_of_turn = the opponents come in play order from { $closer }: { $players }
table-no_meld = this cannot lie on the table: { $because }

## Standings before a round or after it

standing-too_many_rejoins =
    { $player } has { $rejoins ->
        [one] 1 rejoin
       *[other] { $rejoins } rejoins
    }, and this table allows { $most }
standing-must_be_out = with a total of { $total } { $player } is out
standing-must_be_in = with a total of { $total } { $player } is in
round-missing = this match ends by rounds, so say which round this is
round-after_last =
    this match ends after { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }
play_off-not_allowed = there are no play-offs at this table
play_off-not_tied = only tied players are in a play-off, and these totals differ
play_off-without_reason = with totals of { $total } the match goes on, so there is no play-off
match_over-last_player = fewer than two players are in, so the match is over
match_over-low_total = with a total of { $total } { $player } has won, so the match is over
match_over-first_out = { $player } is out, and this match ends with the first player who is out

## Points that the caller has counted

closing-player_not_in = { $player } is not among the players who are in
closing-kind_impossible = nobody closes with unmatched cards at this table
closing-wilds_not_asked = wilds are stated of a chinchón only
closing-too_many_wilds =
    { $wilds ->
        [one] 1 wild
       *[other] { $wilds } wilds
    }: a chinchón at this table has at most { $most }
points-negative =
    { $player } did not close, so it cannot add { $points ->
        [-1] -1 point
       *[other] { $points } points
    }
points-out_of_range = a close with unmatched cards scores { $least } to { $most }, not { $points }
points-not_the_score =
    { $kind ->
        [full] a full close
       *[chinchon] a chinchón with these wilds
    } scores { $score } at this table, not { $points }


## Mistakes in the form of a request

json-not_utf_8 = the body is not UTF-8: byte { $byte } begins no character
json-empty = the body is empty; a JSON object is expected
json-byte_order_mark = the body begins with a byte order mark; send plain UTF-8
json-invalid = the body is not JSON: { $reason } at line { $line }, column { $column }
json-too_deep = the body is nested too deeply; { $limit } levels are read at most
json-half_surrogate_pair = the body has half of a surrogate pair, which is no character
json-name_twice = the body names { $name } twice in one object
json-too_many_digits =
    the body has a number of { $found } digits; { $limit } are read at most
json-number_too_large = the body has a number that is out of all bounds
json-not_a_number = the body has { $name }, which is no JSON
body-badly_chunked = the body is badly chunked
body-cut_short = the body has { $found } bytes where { $expected } were announced
body-encoded = send the body uncompressed
body-media_type =
    say Content-Type: application/json; it is { $sent }, so the body was not read
body-media_type_missing =
    say Content-Type: application/json; there is none, so the body was not read
body-too_large = a body here has at most { $limit } bytes
parameter-unknown = not known here
parameter-given_twice = given more than once
value-required = this member is required
value-null = null is not allowed here
value-wrong_type =
    { $expected ->
        [integer] an integer is expected
        [boolean] true or false is expected
        [string] a string is expected
        [object] an object is expected
        [cards] a list of cards is expected
        [hands] a list of hands is expected
        [melds] a list of melds is expected
        [meld] a list of cards or an object is expected
        [players] a list of players is expected
        [objects] a list is expected
        [scores] a list of scores is expected
        [actions] a list of actions is expected
        [action] an action is an object with a type
        [points] an object with the points of each player is expected
       *[rules] the name of a table, or an object with a base and overrides, is expected
    }, not { $found ->
        [boolean] a boolean
        [number] a number
        [string] a string
        [list] a list
        [object] an object
        [null] null
       *[other] { $found }
    }
value-out_of_range = { $value } is not within { $least } and { $most }
value-not_one_of =
    { $known } is expected, not { $found ->
        [boolean] a boolean
        [number] a number
        [list] a list
        [object] an object
        [null] null
       *[other] { $found }
    }
value-wrong_length =
    { $least } to { $most } { $unit ->
        [characters] characters
        [cards] cards
        [hands] hands
        [melds] melds
        [players] players
        [scores] scores
        [actions] actions
       *[objects] entries
    } are expected, not { $found }
value-control_characters = control characters are not allowed here
value-not_a_card =
    { $found ->
        [string] { $code } is no card
        [boolean] a boolean is no card
        [number] a number is no card
        [list] a list is no card
        [object] an object is no card
       *[null] null is no card
    }: { $why ->
        [case] suits are lower case
       *[form] a card is a rank 1 to 12 and a suit letter o, c, e or b, or JK for a joker
    }{ $guess ->
        [none] { "" }
       *[other] ; { $guess } is one
    }
value-not_a_score = an integer or `wins` is expected
name-unknown =
    { $name } is no { $what ->
        [table] table
        [member] member
        [group] group of parameters
        [action] type of action
        [address] address
       *[value] value
    } known here; { $near ->
        [none] known are { $known }
       *[other] did you mean { $near }?
    }
name-of_another_form = this belongs to another form of the request than the rest of it


## Problems

problem-invalid-request = The request does not match the contract
problem-impossible = What the request states cannot be
problem-illegal-action = The action is not allowed
problem-too-much-work = The request asks for too much work at once
problem-not-found = There is nothing at this address
problem-method-not-allowed = This address does not take that method
problem-content-too-large = The body is too large
problem-uri-too-long = The address is too long
problem-header-fields-too-large = The header fields are too large
problem-unsupported-media-type = The body is not JSON in UTF-8
problem-request-timeout = The request did not arrive whole in time
problem-too-many-requests = Too many requests come from this address
problem-internal-error = The service failed
problem-unavailable = The service can't take more requests now
problem-more = (and { $more } more)
address-methods = { $address } takes { $methods }
service-stopping = this service is stopping; ask another one
work-too_many = { $found } are asked; at most { $limit } are answered at once
work-too_much =
    this costs { $found } units of work, wilds the most; at most { $limit } at once


## Parameters of the rules

parameter-players-min = The smallest number of players.
parameter-players-max = The largest number of players.
parameter-deck-cards = The number of cards in a pack, without its jokers.
parameter-deck-two_packs_from = With this many seats or more, two packs are shuffled together.
parameter-deck-jokers = The number of jokers in each pack.
parameter-deck-wild_cards = Cards that are wild, besides jokers.
parameter-points-sota = What an unmatched sota (10) costs.
parameter-points-caballo = What an unmatched caballo (11) costs.
parameter-points-rey = What an unmatched rey (12) costs.
parameter-points-wild = What an unmatched wild costs.
parameter-points-count = How unmatched cards are counted.
parameter-melds-identical_in_set = Whether a set may hold two identical cards, such as two `5o`.
parameter-melds-max_set_size = The largest number of cards in a set, for each pack.
parameter-melds-min_naturals = The fewest naturals in a meld.
parameter-melds-max_wilds = The most wilds in a meld.
parameter-melds-min_run = The fewest cards in a run.
parameter-turn-may_take_first_discard =
    Whether the lead may take the card that was turned up at the deal.
parameter-turn-may_discard_taken_card =
    Whether a card just taken from the discard pile may be discarded in the same turn.
parameter-stock-reshuffle = When the discard pile becomes a new stock.
parameter-stock-keeps_top_discard =
    Whether the top discard stays face up when the pile becomes the stock.
parameter-stock-ends_on_exhaustion = The number of the exhaustion that ends the round.
parameter-close-earliest_turn =
    The first of the player's own turns of a round in which it may close.
parameter-close-max_unmatched_points = The most points that a closer may leave unmatched.
parameter-close-max_unmatched_cards = The most cards that a closer may leave unmatched.
parameter-close-wild_may_be_left = Whether a closer may leave a wild unmatched.
parameter-close-must_not_exceed_limit =
    Whether a close is forbidden when the closer's unmatched cards put the closer out.
parameter-closing_score-full = What a full close adds to the closer's total.
parameter-closing_score-chinchon = What a chinchón without wilds does.
parameter-closing_score-chinchon_with_wilds =
    What a chinchón with one wild does, with two, and so on.
parameter-lay_off-allowed = Whether anybody lays off.
parameter-lay_off-onto = On whose melds a player may lay off.
parameter-lay_off-passes = How often the turn to lay off comes round.
parameter-lay_off-blocked_by_full_close = Which melds take no card after a full close or a chinchón.
parameter-lay_off-closer_may = Whether the closer may lay off its own unmatched cards.
parameter-lay_off-wilds_may = Whether a wild may be laid off.
parameter-lay_off-requires_own_meld = Whether a player must have shown a meld to lay off.
parameter-match-limit = The total that a player must exceed, or reach, to be out.
parameter-match-rounds = The number of rounds after which the match ends.
parameter-match-low_total = A player with this total or less wins the match after the round.
parameter-match-out_when = Whether a total exactly on the limit is out.
parameter-match-ends = What ends the match, besides a chinchón and a low total.
parameter-match-all_out = Who wins when a round puts everybody out.
parameter-match-tie = What happens when the lowest totals are equal at the end.
parameter-match-prize = What the winner gets.
parameter-rejoin-max = How often each player may rejoin in a match.
parameter-rejoin-total = The total at which a player comes back, among those who are in.
parameter-rejoin-min_players_in = How many players must still be in for anybody to rejoin.
parameter-rejoin-min_seats = How many players must have sat down for anybody to rejoin.
parameter-room-grace_seconds =
    How many seconds the room waits for a lost connection before it cancels the match.
