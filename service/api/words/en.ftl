# The sentences of the service in English.
#
# Each entry is named after a code, with "-" in place of ".". Its value is the sentence about one
# case; its attribute "meaning" explains the code in general. A sentence states what is wrong and, where this
# is not obvious, what is required. The names in braces are the facts of the case; a list of cards
# or names is written with commas.


## Rules that contradict themselves

rules-nobody_may_play =
    the smallest number of players, { $min }, must not be above the largest, { $max } ({ $parameters })
rules-pack_too_small =
    { $seats } players need { $needed } cards (7 each, the first discard and one card to draw), but { $packs ->
        [one] one pack of this kind has { $held }
       *[other] { $packs } packs of this kind have { $held }
    } ({ $parameters })
rules-joker_named_wild =
    JK must not be in the list: every joker is wild already; `deck.jokers` sets the number of jokers in a pack ({ $parameters })
rules-wild_not_in_pack =
    { $card } cannot be wild, because a pack of { $size } cards does not have it ({ $parameters })
rules-wild_named_twice = the same wild card is named twice; each must be named once ({ $parameters })
rules-chinchon_without_score =
    the deck has wilds, so a chinchón with wilds must have a score ({ $parameters })
rules-closer_without_turn =
    a closer who may lay off has a turn only from the second pass on, so there must be more than one pass ({ $parameters })
rules-rounds_missing =
    a match that ends by rounds must have a number of rounds ({ $parameters })
rules-no_end =
    without a limit no player is ever out, so the match must have a number of rounds ({ $parameters })
rules-low_total_not_below_0 =
    a low total of { $low_total } would win at once, because totals begin at 0; it must be below 0 ({ $parameters })
rules-floor_above_0 =
    totals begin at 0, so the floor must not be above 0; it is { $floor } ({ $parameters })
rules-low_total_below_floor =
    no total is below the floor, so the low total must not be below it ({ $parameters })
rules-tie_breaks =
    the list must have fewest_rejoins and closer at most once each, and then exactly one of share, seat_order and play_on ({ $parameters })
rules-stake_without_pot =
    a stake is paid into a pot, so it must be 0 unless the prize is the pot ({ $parameters })


## The table and its deck

seats-not_allowed =
    { $seats } seats are not allowed at this table; there must be { $least } to { $most }
seats-too_few =
    { $seats } seats are too few for { $players } players; each player must have a seat
card-no_jokers = JK: this deck has no jokers
card-not_in_pack =
    { $card }: a pack of { $size } has no { $rank ->
        [8] eights
        [9] nines
       *[other] cards of rank { $rank }
    }
card-too_many =
    { $card } occurs { $number ->
        [2] twice
       *[other] { $number } times
    }, but this number of seats uses { $packs ->
        [one] one pack, which has it { $held ->
            [one] once
            [2] twice
           *[other] { $held } times
        }
       *[other] { $packs } packs, which have it { $held ->
            [one] once
            [2] twice
           *[other] { $held } times
        }
    }{ $two_packs_from ->
        [0] { "" }
       *[other] { $packs ->
            [one] ; two packs are used from { $two_packs_from } seats on
           *[other] { "" }
        }
    }


## A hand

turn-missing =
    this table allows a close only from turn { $earliest_turn } on, so the turn is required
total-below_floor =
    the total is { $total }, but at this table no total is below { $floor }
total-missing =
    this table forbids a close that puts the closer out, so the total is required


## Melds

meld-too_short =
    { $found ->
        [0] a meld without cards is not allowed; this meld
        [one] { $cards } is { $found } card; this meld
       *[other] { $cards } are { $found } cards; this meld
    } must have at least { $limit }
    .meaning = A meld has too few cards.
meld-too_long =
    { $cards } { $found ->
        [one] is { $found } card
       *[other] are { $found } cards
    }; this meld may have at most { $limit }
    .meaning = A meld has too many cards.
meld-no_meld =
    { $cards } is not a meld: { $kind ->
        [set] the cards of a set must have one rank
        [run] the cards of a run must have one suit
       *[any] the cards must have one rank or one suit
    }
    .meaning = The cards share neither a rank nor a suit.
meld-gap =
    { $cards } is not a run: a rank between two of the cards is missing, and the ranks must be consecutive
    .meaning = A rank is missing between the cards of a run.
meld-wraps =
    { $cards } is not a run: it must not continue from the king to the ace
    .meaning = A run continues from the king to the ace.
meld-repeated_rank = { $card } repeats a rank; a run must not have a rank twice
    .meaning = A run has a rank twice.
meld-repeated_suit = { $card } repeats a suit; the suits of a set must differ at this table
    .meaning = A set has a suit twice where suits must differ.
meld-too_many_copies =
    { $card } is shown { $found ->
        [2] twice
       *[other] { $found } times
    }, but the deck has it { $limit ->
        [one] once
        [2] twice
       *[other] { $limit } times
    }
    .meaning = A card is shown more often than the deck has it.
meld-too_many_wilds =
    { $cards } has { $found ->
        [one] { $found } wild
       *[other] { $found } wilds
    }; a meld may have at most { $limit }
    .meaning = A meld has too many wilds.
meld-too_few_naturals =
    { $cards } has { $found ->
        [one] { $found } natural
       *[other] { $found } naturals
    }; a meld must have at least { $limit }
    .meaning = A meld has too few naturals.
meld-out_of_order =
    { $cards } does not ascend rank by rank; a run with wilds must be in ascending order
    .meaning = A run with wilds is not in ascending order.
meld-wild_out_of_range =
    in { $cards } a wild would represent a card { $end ->
        [low] below the ace; a run must begin at the ace or above
       *[high] above the king; a run must end at the king or below
    }
    .meaning = A wild would represent a card below the ace or above the king.
meld-stands_for =
    `stands_for` does not match { $cards }: { $kind ->
        [set] it must be null for a set
       *[run] it must be { $expected }
    }
    .meaning = `stands_for` does not match the cards and their order.
meld-card_not_held = { $card } is not among the cards that the player can show
    .meaning = A card is shown that the player does not hold.
meld-card_used_twice =
    { $card } is shown { $found ->
        [2] twice
       *[other] { $found } times
    }, but the player holds it { $limit ->
        [one] once
        [2] twice
       *[other] { $limit } times
    }
    .meaning = A card is shown more often than the player holds it.


## Closing

close-too_early =
    turn { $found } is too early; a player may close from turn { $limit } on
    .meaning = The player may not close on this turn yet.
close-too_many_points =
    { $unit ->
        [card_points] { $found ->
            [one] { $found } card point is
           *[other] { $found } card points of the unmatched cards are
        }
       *[points] { $found ->
            [one] { $found } unmatched point is
           *[other] { $found } unmatched points are
        }
    } too many; a closer may have at most { $limit }
    .meaning = The unmatched cards cost more than a closer may have.
close-too_many_cards =
    { $found ->
        [one] { $found } unmatched card is
       *[other] { $found } unmatched cards are
    } too many; a closer may have at most { $limit }
    .meaning = More cards are unmatched than a closer may have.
close-too_few_melds =
    { $found ->
        [0] no meld is
        [one] { $found } meld is
       *[other] { $found } melds are
    } too few; a closer must have at least { $limit }, or one run of all seven cards
    .meaning = A closer has too few melds.
close-too_many_wilds =
    { $found ->
        [one] { $found } wild is
       *[other] { $found } wilds are
    } too many; a closer may have at most { $limit }, also counting unmatched ones
    .meaning = A closer has too many wilds.
close-wild_left = { $card } is wild and unmatched; at this table a closer must meld every wild
    .meaning = A wild is unmatched.
close-exceeds_limit =
    the total of { $total } plus { $points } for the unmatched cards is { $found }, which puts the closer out; at this table a close must not do so
    .meaning = The unmatched cards would put the closer out.


## Violations of actions

action-not_your_turn = it is the turn of { $to_play }, so { $player } may not act now
    .meaning = It is another player's turn.
action-wrong_phase =
    { $action ->
        [draw] a card may be drawn only in the phase draw
        [discard] a card may be discarded only in the phase discard
        [show] melds may be shown only in pass 1 of the phase showdown
        [lay_off] a turn only to lay off comes only from pass 2 of the phase showdown on
        [deal] the next round may be dealt only in the phase round_over
       *[cancel] a match may be cancelled only before it is over
    }, not in { $phase ->
        [first_pass] pass 1
        [later_pass] a later pass
       *[other] { $phase }
    }
    .meaning = The action is not allowed in this phase of the match.
action-stale =
    the action was meant for the match after { $found ->
        [one] { $found } action
       *[other] { $found } actions
    }, but the match has had { $limit }
    .meaning = The action was meant for another state of the match.
action-match_over =
    { $phase ->
        [cancelled] the match was cancelled
       *[match_over] the match is over
    }, so no action is allowed
    .meaning = The match is over or was cancelled.
leave-not_now = { $player } may not leave in the phase showdown; the player may leave after it
    .meaning = A player may not leave during a showdown.
leave-already_out = { $player } is out; only a player who is in may leave
    .meaning = A player who is out may not leave.
draw-no_discards = the discard pile is empty; the player must draw from the stock
    .meaning = The discard pile is empty.
draw-first_discard =
    { $card } was turned up at the deal and may not be taken; the player must draw from the stock
    .meaning = The card turned up at the deal may not be taken.
discard-not_held = { $player } does not hold { $card }; a player must discard a card of their hand
    .meaning = The player does not hold the card to discard.
discard-just_taken =
    { $card } was just taken from the discard pile and may not be discarded in the same turn
    .meaning = The card taken from the discard pile may not be discarded in the same turn.
close-not_now =
    { $why ->
        [no_discard] at this table a player may close only after drawing, with a discard
        [drawn] the player has eight cards, so a close must have a discard
        [not_drawn] the player has not drawn, so a close must have no discard: `discard` must be null
       *[phase] a player may close only in the phase discard, after drawing
    }
    .meaning = A player may not close at this moment, or not in this way.
close-discard_not_held =
    { $card } is not in the hand; the closing discard must be a card of the hand
    .meaning = The player does not hold the closing discard.
rejoin-too_late =
    { $player } may rejoin only between the round that put them out and the next deal, and not during a play-off
    .meaning = A player may rejoin only between the round that put them out and the next deal.
rejoin-match_over = the match is over, so { $player } may not rejoin
    .meaning = Nobody may rejoin when the match is over.

## Faults of names and actions

player-named_twice = { $player } is named twice; each player must be named once
player-unknown = { $player } is not one of the players; the name of a player is required
player-out = { $player } is out; a player who is in is required

## Faults of a state

state-round_not_over = a round is dealt only in the phase round_over, not in { $phase }
state-cards_missing =
    each card of the deck must be in exactly one place of the state; these are missing: { $cards }
state-hand_size =
    { $player } has { $number ->
        [one] { $number } card
       *[other] { $number } cards
    }, but must have { $sizes ->
        [none] none
        [seven] 7
        [eight] 8
        [none_or_seven] 0 or 7
       *[seven_or_eight] 7 or 8
    }
state-too_few_hands = fewer than two players have cards; at least two must have played the round
state-nobody_to_play = `to_play` must be a player who is in while a round is played
state-somebody_to_play = `to_play` must be null in the phase { $phase }
state-not_next_to_play = by the numbers of turns, `to_play` must be { $player }
state-nothing_drawn = `drawn` must not be null in the phase discard
state-drawn_not_now = `drawn` must be null in the phase { $phase }
state-drawn_without_eight =
    exactly one player must have eight cards when `drawn` is not null
state-drawn_not_held =
    { $player } does not hold { $card }; the drawn card must be in the hand of eight cards
state-drawn_first_discard =
    the card turned up at the deal may not be taken; the card must have been drawn from the stock
state-lead_has_eight =
    at this table { $player } was dealt eight cards and has not played yet, so the phase must be discard and `drawn` null
state-lead_without_hand = { $player } has no cards; the lead must have played this round
state-turns_uneven =
    the numbers of turns, in turn order from the lead, are { $turns }; each player must have ended as many turns as the lead or, from some player on, one turn fewer
state-turns_without_hand =
    { $player } has no cards and did not play this round, so `turns` must be 0
state-not_exhausted =
    a round without a closer must have ended by exhaustion; this number of exhaustions does not end a round at this table
state-exhausted_before =
    exhaustion { $last } ends the round at this table; this number of exhaustions is too large
state-exhausted_too_often =
    { $turns ->
        [one] { $turns } turn is
       *[other] { $turns } turns are
    } too few for this number of exhaustions
state-stock_empty =
    the stock must not be empty in the phase draw: at this table it is renewed when the turn ends
state-no_card_to_draw =
    the stock and the discard pile are empty; one of them must have a card to draw
state-discards =
    after { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } there must be { $least } to { $most } discards, not { $number }
state-scored_before_round_1 =
    before round 1 ends, totals and rejoins must be 0 and every player must be in
state-out_before_round_1 =
    { $player } cannot have been out or have rejoined before round 1
state-play_off_in_round_1 = round 1 is never a play-off, so `play_off` must be false
state-closer_not_now = `closer` must be null in the phase { $phase }
state-closer_not_last = by the numbers of turns, the closer must be { $player }, who played last
state-closer_without_hand =
    { $player } does not play this round, so cannot be the closer
state-closer_discard =
    at this table a player closes with a discard, so `discard` must not be null
state-meld_cards = the deck does not have all of these cards: { $cards }
state-no_meld = these cards must be a meld, but are not: { $because }
state-closer_melds = these melds must be the closer's melds in the result
state-moves_too_few = the rounds and turns of this match take at least { $least } actions
state-no_closer = `closer` must not be null in the phase showdown
state-showdown_automatic =
    a match has the phase showdown only if its showdowns are played by hand
state-shown_not_now = `shown` and `pass` must be null in the phase { $phase }
state-shown_missing = `shown` and `pass` must not be null in the phase showdown
state-shown_players =
    by the turn order, `shown` must have exactly these players, in this order: { $players ->
        [none] nobody
       *[other] { $players }
    }
state-shown_illegal = { $player } may not have done this: { $because }
state-close_illegal = with these melds the closer may not close: { $because }
state-close_wins = this close wins the match, so no showdown follows
state-passes =
    { $why ->
        [one_pass] at this table there is one pass, so `pass` must be 1
        [no_option] { $player } has no card to lay off, so is not asked in a later pass
        [too_late] { $player } comes later in this pass, so cannot have laid off a card in it
       *[nobody_laid] nobody has laid off a card in pass { $number }, so it was the last one
    }
state-result_missing = `result` must not be null in the phase { $phase }
state-result_not_now = `result` must be null in the phase { $phase }
state-total = by the result, the total of { $player } must be { $total }
state-player_is_out = by the result, { $player } is out, so `out` must be true
state-player_is_in = by the result, { $player } is in, so `out` must be false
state-rejoin_not_counted = { $player } has rejoined, so `rejoins` must be at least 1
state-rejoin_total = { $player } has rejoined, so the total must be { $total }
state-may_not_rejoin = { $player } is out and may not rejoin, so `out` must be true
state-match_is_over = by the result, the match is over, so the phase must be match_over
state-match_goes_on = by the result, the match goes on, so the phase must not be match_over
state-too_many_rounds =
    the numbers of rounds, exhaustions and actions must be at most { $bound }
state-numbers_too_large =
    totals must be between -{ $bound } and { $bound }, turns and rejoins at most { $bound }

## Faults of a result

result-players = the result must name exactly the players of this round
result-illegal = the result states melds or lay-offs that the rules do not allow
result-differs = this value must follow from the cards and the choices, but does not
result-before_round_1 = { $player } must have 0 points before round 1

state-player_without_hand =
    { $player } has no hand in this match; a player who holds cards is required
state-no_result = the last round must have ended, but the phase is { $phase }
state-no_showdown =
    the match ended before the last round did, so that round has no showdown
state-not_in_showdown = the phase must be showdown, but is { $phase }
view-counts =
    the hands, the piles and what lies open have { $number } cards, but the deck has { $size }
view-differs = no player with this view of a match can see this
view-of_nobody = this view has no player; the view of a player is required
result-no_showdown =
    the showdown is null only if the match ended during a round, because all players but one had left


## Laying off

lay_off-not_allowed =
    { $to ->
        [closer] the closer may not lay off at this table
        [closer_in_pass_1] the closer may lay off only from pass 2 on
        [exhausted] the round ended without a close, so nobody may lay off
       *[anybody] nobody may lay off at this table
    }
    .meaning = The player may not lay off: nobody may at this table, or not the closer, or the round ended without a close.
lay_off-blocked =
    no card may be laid off on the melds of { $owner } after a full close
    .meaning = After a full close no card may be laid off on this meld.
lay_off-not_onto =
    at this table cards may be laid off only on the melds of { $closer }, not on those of { $owner }
    .meaning = At this table cards may be laid off only on the closer's melds.
lay_off-does_not_fit =
    { $why ->
        [pass] there is no pass { $pass_number } in this round
       *[place]
            { $place ->
                [low] { $card } does not fit at the low end of { $cards }
                [high] { $card } does not fit at the high end of { $cards }
               *[set] { $card } does not fit into the set { $cards }
            }
    }
    .meaning = The card does not fit on that meld at that place, or there is no such pass.
lay_off-card_not_held =
    { $card } is not among the unmatched cards of { $player }; only these may be laid off
    .meaning = The card is not among the player's unmatched cards.
lay_off-not_yet_shown =
    meld { $meld } of { $owner } is not on the table yet: { $owner } shows melds later in this pass
    .meaning = The meld is not on the table yet.
lay_off-wild = { $card } would be wild in this meld; wilds may not be laid off at this table
    .meaning = Wilds may not be laid off at this table.
lay_off-no_own_meld =
    { $player } has shown no meld; at this table only a player who has shown one may lay off
    .meaning = At this table a player who has shown no meld may not lay off.
lay_off-no_such_meld = { $owner } has no meld { $meld } on the table
    .meaning = The player has shown no such meld.

## Rejoining

rejoin-left = { $player } has left the match, so may not rejoin
    .meaning = A player who has left may not rejoin.
rejoin-not_out = { $player } is still in the match; only a player who is out may rejoin
    .meaning = Only a player who is out may rejoin.
rejoin-none_left =
    { $limit ->
        [0] nobody may rejoin at this table
        [one] { $player } has rejoined { $found ->
            [one] once
           *[other] { $found } times
        }; this table allows 1 rejoin
       *[other] { $player } has rejoined { $found ->
            [one] once
           *[other] { $found } times
        }; this table allows { $limit } rejoins
    }
    .meaning = The player has no rejoin left.
rejoin-too_few_in =
    { $found ->
        [one] 1 player is in
       *[other] { $found } players are in
    }; at least { $limit } must be in for anybody to rejoin
    .meaning = Too few players are still in.
rejoin-too_few_seats =
    { $found ->
        [one] 1 player sat down
       *[other] { $found } players sat down
    } at the start of the match; at least { $limit } are required for anybody to rejoin
    .meaning = Too few players sat down at the start of the match.

## The end of a round

hand-for_close =
    { $discards ->
        [none] without a discard there must be { $needed } cards
       *[one] with a discard there must be { $needed } cards
    }, not { $number }
hand-wrong_size =
    { $player } has { $number ->
        [one] 1 card
       *[other] { $number } cards
    } at the end of the round, but must have { $size }
player-without_hand = { $player } is in, so the hand of { $player } is required
player-without_points =
    { $player } is in, so the points or the unmatched cards of { $player } are required
player-counted_twice =
    { $player } has both points and unmatched cards; each player must have one of the two
player-out_of_turn =
    the opponents must be in turn order from { $closer }: { $players }
table-no_meld = these cards must be a meld, but are not: { $because }

## Standings before a round or after it

standing-too_many_rejoins =
    { $player } has { $rejoins ->
        [one] 1 rejoin
       *[other] { $rejoins } rejoins
    }; this table allows at most { $most }
standing-left_and_in =
    { $player } has left the match, so `out` must not be false
standing-below_floor =
    the total of { $player } is { $total }, but at this table no total is below { $floor }
standing-must_be_out = with a total of { $total } { $player } is out, so `out` must be true
standing-must_be_in = with a total of { $total } { $player } is in, so `out` must be false
round-missing = this match has a number of rounds, so the number of the round is required
round-after_last =
    this match ends after { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }; the number of the round must not be larger
play_off-not_allowed = this table has no play-offs, so `play_off` must be false
play_off-not_tied = the totals differ, but all players in a play-off must have the same total
play_off-rejoins_differ =
    the numbers of rejoins differ, but they decide between equal totals at this table, so this is no play-off
play_off-without_reason =
    no play-off at this table has totals of { $total }, so `play_off` must be false
match_over-last_player =
    fewer than two players are in, so the match is over; at least two must be in
match_over-low_total = with a total of { $total } { $player } has won, so the match is over
match_over-first_out =
    { $player } is out, and this match ends when the first player is out, so the match is over


## Points that the caller has counted

closing-player_not_in = { $player } is not in; the closer must be a player who is in
closing-no_exhaustion =
    no round ends by exhaustion at this table, so a player must have closed
closing-not_allowed =
    { $player } cannot have closed with these cards or points unmatched: { $because }
closing-number_of_cards =
    { $number ->
        [0] no unmatched card is
        [one] 1 unmatched card is
       *[other] { $number } unmatched cards are
    } impossible in this close: the other cards must form melds, and without an unmatched card the kind must not be `points`
closing-cards_left =
    a full close or a chinchón leaves no card unmatched, so the list of { $player } must be empty
closing-kind_impossible =
    no card may be unmatched in a close at this table, so the kind must not be `points`
closing-wilds_not_asked = `wilds` must be 0 unless the close is a chinchón
closing-too_many_wilds =
    { $wilds ->
        [one] 1 wild is
       *[other] { $wilds } wilds are
    } too many; a chinchón at this table has at most { $most }
sheet-after_end = the match is over before this round
sheet-not_played =
    players left during this round until one was left, so nothing may be counted in it
points-negative =
    { $player } did not close, so cannot add { $points ->
        [-1] -1 point
       *[other] { $points } points
    }; the points must not be negative
points-not_of_cards =
    seven cards of this table cannot cost { $points ->
        [one] 1 point
       *[other] { $points } points
    }{ $why ->
        [gap] { "" }
       *[above] ; they cost at most { $most }
    }
points-out_of_range =
    the unmatched cards of a closer cannot cost { $points } at this table; they cost at least { $least } and at most { $most }
points-not_the_score =
    { $kind ->
        [wins] a close that wins the match must score 0, not { $points }
        [full] a full close must score { $score } at this table, not { $points }
       *[chinchon] a chinchón with these wilds must score { $score } at this table, not { $points }
    }


## Mistakes in the form of a request

json-not_utf_8 = the body must be UTF-8, but byte { $byte } does not begin a valid character
json-empty = the body is empty; it must be a JSON object
json-byte_order_mark = the body begins with a byte order mark; it must be UTF-8 without one
json-invalid =
    the body is not valid JSON: { $reason } at line { $line }, column { $column }
json-too_deep = the body is nested too deeply; at most { $limit } levels are allowed
json-half_surrogate_pair =
    the body has half of a surrogate pair; surrogates must be in pairs
json-name_twice =
    the body names { $name } twice in one object; the names in an object must differ
json-too_many_digits =
    the body has an integer of { $found } digits; at most { $limit } are allowed
json-number_too_large = the body has a number that is too large or has too many digits
json-not_a_number = the body has { $name }, which JSON does not allow; a number must be finite
body-badly_chunked =
    the body could not be decoded; a chunked body must have valid chunks (RFC 9112, section 7.1)
body-cut_short =
    the body has { $found } bytes, but must have { $expected }, as its Content-Length states
body-encoded = the body must be uncompressed, without a Content-Encoding
body-media_type =
    the header Content-Type: application/json is required, with no charset but UTF-8, not { $sent }
body-media_type_missing =
    the header Content-Type: application/json is required, but there is none
body-too_large = the body is too large; at most { $limit } bytes are allowed
parameter-unknown = this query parameter is not defined here; it must be removed
parameter-given_twice = this query parameter is given more than once; it must be given once
value-required = this value is missing and required
value-null = this value must not be null
value-wrong_type =
    this value must be { $expected ->
        [integer] an integer
        [boolean] true or false
        [string] a string
        [object] an object
        [cards] a list of cards
        [hands] a list of hands
        [melds] a list of melds
        [meld] a list of cards or an object
        [players] a list of players
        [objects] a list
        [scores] a list of scores
        [steps] a list of tie breaks
        [actions] a list of actions
        [action] an action, an object with a type
        [points] an object with the points of each player
        [cards_of_players] an object with the cards of each player
       *[rules] the name of a table, or an object with a base and overrides
    }, not { $found ->
        [boolean] a boolean
        [number] a number
        [string] a string
        [list] a list
        [object] an object
        [null] null
       *[other] { $found }
    }
value-out_of_range = this value must be between { $least } and { $most }, not { $value }
value-not_one_of =
    { $found ->
        [boolean] a boolean
        [number] a number
        [list] a list
        [object] an object
        [null] null
       *[other] { $found }
    } is not allowed here; allowed values: { $known }
value-wrong_length =
    { $least } to { $most } { $unit ->
        [characters] characters
        [cards] cards
        [hands] hands
        [melds] melds
        [players] players
        [scores] scores
        [steps] tie breaks
        [actions] actions
       *[objects] entries
    } are required here, not { $found }
value-control_characters = this value must not have control characters
value-not_a_card =
    { $found ->
        [string] { $code } is not a card
        [boolean] a boolean is not a card
        [number] a number is not a card
        [list] a list is not a card
        [object] an object is not a card
       *[null] null is not a card
    }: { $why ->
        [case] the suit letter must be lower case
       *[form] a card must be a rank from 1 to 12 and a suit letter (o, c, e or b), or JK for a joker
    }{ $guess ->
        [none] { "" }
       *[other] ; did you mean { $guess }?
    }
value-not_a_score = this value must be an integer or `wins`
name-unknown =
    { $name } is not a known { $what ->
        [table] table
        [member] member
        [group] group of parameters
        [action] type of action
        [address] URL path
       *[value] value
    }; { $near ->
        [none] known names: { $known }
       *[other] did you mean { $near }?
    }
name-of_another_form =
    this member must not be combined with the others, which are of another form of the request


## Problems

problem-invalid-request = The request does not match the contract
problem-impossible = The request states something impossible
problem-illegal-action = The action is not allowed
problem-too-much-work = The request requires too much work
problem-not-found = There is nothing at this address
problem-method-not-allowed = This address does not take that method
problem-content-too-large = The body is too large
problem-uri-too-long = The address is too long
problem-header-fields-too-large = The header fields are too large
problem-unsupported-media-type = The body is not JSON in UTF-8
problem-request-timeout = The request was not received in time
problem-too-many-requests = Too many requests come from this address
problem-internal-error = The service failed
problem-unavailable = The service cannot accept more requests now
problem-more = (and { $more } more)
address-methods = { $address } allows only { $methods }
service-stopping = this service is stopping; the request must be sent to another instance
work-too_many = the list has { $found } entries; at most { $limit } are allowed at once
work-too_much =
    the request costs { $found } units of work, wilds the most; at most { $limit } are allowed at once


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
parameter-turn-may_take_first_discard = Whether the lead may take the card that was turned up at the deal.
parameter-turn-may_discard_taken_card = Whether a card just taken from the discard pile may be discarded in the same turn.
parameter-turn-lead_gets_eight = Whether the lead is dealt eight cards and does not draw in the first turn.
parameter-stock-reshuffle = When the discard pile becomes a new stock.
parameter-stock-keeps_top_discard = Whether the top discard stays face up when the pile becomes the stock.
parameter-stock-ends_on_exhaustion = The number of the exhaustion that ends the round.
parameter-close-earliest_turn = The first of a player's own turns in a round in which the player may close.
parameter-close-max_unmatched_points = The most points that a closer may leave unmatched.
parameter-close-max_unmatched_cards = The most cards that a closer may leave unmatched.
parameter-close-cap_counts = How `close.max_unmatched_points` counts unmatched cards.
parameter-close-min_melds = The fewest melds that a closer must have.
parameter-close-max_wilds = The most wilds that a closer may have among the seven cards.
parameter-close-without_drawing = Whether a player may close instead of drawing, with the seven cards in hand.
parameter-close-wild_may_be_left = Whether a closer may leave a wild unmatched.
parameter-close-must_not_exceed_limit = Whether a close is forbidden if the unmatched cards put the closer out.
parameter-closing_score-full = What a full close does.
parameter-closing_score-chinchon = What a chinchón without wilds does.
parameter-closing_score-chinchon_with_wilds = What a chinchón with one wild does, with two, and so on.
parameter-closing_score-chinchon_from = The card from which the run of a chinchón begins.
parameter-closing_score-for_all = Whether opponents with all seven cards melded score as a closer does.
parameter-closing_score-others_add_full = What a full close adds to the total of each opponent.
parameter-closing_score-others_add_chinchon = What a chinchón adds to the total of each opponent.
parameter-lay_off-allowed = Whether anybody lays off.
parameter-lay_off-onto = On whose melds a player may lay off.
parameter-lay_off-passes = The number of turns to lay off.
parameter-lay_off-blocked_by_full_close = Which melds take no card after a full close or a chinchón.
parameter-lay_off-closer_may = Whether the closer may lay off unmatched cards.
parameter-lay_off-wilds_may = Whether a wild may be laid off.
parameter-lay_off-requires_own_meld = Whether a player must have shown a meld to lay off.
parameter-match-limit = The total above which, or from which on, a player is out.
parameter-match-rounds = The number of rounds after which the match ends.
parameter-match-low_total = A player who has this total or less after a round wins the match.
parameter-match-out_when = Whether a player with a total exactly on the limit is out.
parameter-match-ends = The ending of the match, besides a close that wins and a low total.
parameter-match-all_out = Who wins when a round eliminates every player who was in.
parameter-match-tie_breaks = How equal lowest totals at the end are decided.
parameter-match-floor = The number below which no total goes.
parameter-match-rotation = What passes to the next player after a round: the lead or the deal.
parameter-match-prize = What the winner gets.
parameter-match-stake = What each player pays into the pot at the start of the match.
parameter-rejoin-max = How often each player may rejoin in a match.
parameter-rejoin-total = The total at which a player rejoins, among the totals of the players who are in.
parameter-rejoin-stake = What a player pays into the pot for each rejoin.
parameter-rejoin-min_players_in = How many players must still be in for anybody to rejoin.
parameter-rejoin-min_seats = How many players must have sat down for anybody to rejoin.
parameter-room-grace_seconds = How many seconds the room waits for a lost connection before it cancels the match.


## Published tables, each in one sentence

published-conga = Conga as a web app plays it: closing with up to 5 points from the first turn on, and no laying off after a full close.
published-ids-simple = The simple mode of an app: every unmatched card costs 1, and a closer may keep one card of any rank.
published-ids-5 = The traditional mode of an app: court cards cost 8, 9 and 10, and a closer may keep one card of at most 5.
published-ids-3 = The traditional mode of an app: court cards cost 8, 9 and 10, and a closer may keep one card of at most 3.
published-juegoacartas = A table of 40 cards without wilds: every court card costs 10, and a closer may keep one card of at most 4.
published-android-value-cap = A table that counts one point for each unmatched card, but looks at the value of the cards when somebody closes.
published-android-value-cap-two-packs = A table that counts one point for each unmatched card, but looks at the value of the cards when somebody closes, with two packs.
published-acanomas = A table with a pot: a player with 70 points is out, and may always pay again to rejoin.
published-acanomas-100 = A table with a pot: a player with 100 points is out, and may always pay again to rejoin.
published-maxpaulus43 = A table of 48 cards and two jokers: an unmatched joker costs 50, and a player may rejoin once, at the second-highest total.
published-wikipedia-es = A table of the encyclopedia in Spanish: the ace of coins is wild, a chinchón begins at the ace, and a player may close without drawing.
published-wikipedia-es-wild-50 = A table of the encyclopedia in Spanish, where the unmatched ace of coins costs 50 instead of 25.
published-wikipedia-es-lead-gets-eight = A table of the encyclopedia in Spanish, where the lead is dealt eight cards and begins with a discard.
published-wikipedia-es-2009 = An earlier table of the encyclopedia in Spanish: one wild in a meld, laying off on the closer's melds only, and a total of −100 wins.
published-wikipedia-en = A table of the encyclopedia in English, with 40 cards: a player may close with any unmatched cards.
published-wikipedia-en-48 = A table of the encyclopedia in English, with 48 cards: a player may close with any unmatched cards.
published-mundigames = The table of a game site, with 40 cards and the ace of cups wild.
published-mundigames-48 = The table of a game site, with 48 cards and the ace of cups wild.
published-mundigames-50 = The table of a game site, with 48 cards and two jokers.
published-mundigames-express = The table of a game site for a match of one round.
published-mundigames-arcade = The table of a game site for a match of three rounds.
published-playspace = The table of a game site for a match of three rounds with a pot, where a set may have five cards.
published-vip-games = The table of a game site: the ace of coins is wild, every court card costs 10, and a closer may keep one card of at most 3.
published-fournier-48 = A table of a maker of cards for two to eight players, with 48 cards in a pack.
published-fournier-8 = A table of a maker of cards for two to eight players, with 40 cards in a pack.
published-cccj = A table with a pot and no jokers, where a player pays a second stake to rejoin.
published-cccj-courts-10 = A table with a pot and no jokers, where a player pays a second stake to rejoin and every court card costs 10.
published-conga-conectagames = Conga as a blog and a newspaper describe it: one wild at most in a closing hand, and closing without drawing.
published-conga-conectagames-wild-50 = Conga as a blog and a newspaper describe it, where an unmatched wild costs 50 instead of 25.
published-conga-uruguay = Conga as it is played in Uruguay: 48 cards and two jokers, and a player with 101 points is out.
published-casino-naipes = A table of 48 cards without wilds, where a player may close with up to 7 points.
published-argentina = A table of an Argentine newspaper, with 48 cards and two jokers, to 70 points.
published-argentina-40 = A table of an Argentine newspaper, with 40 cards and the ace of coins wild.
published-argentina-40-two-wilds = A table of an Argentine newspaper, with 40 cards and the aces of coins and of cups wild.
published-argentina-40-no-wilds = A table of an Argentine newspaper, with 40 cards and no wilds.
published-argentina-100 = A table of an Argentine newspaper, with 48 cards and two jokers, to 100 points.
published-argentina-150 = A table of an Argentine newspaper, with 48 cards and two jokers, to 150 points.
published-cadev = The table of an app for two players, with 40 cards: cards are laid off on the closer's melds only, and not after a full close.
published-cadev-48 = The table of an app for two players, with 48 cards: cards are laid off on the closer's melds only, and not after a full close.
published-casino-of-gold = The table of a game site with a pot and a low limit, where the suits of a set must differ.
published-playjoy = The table of a game site for four players, where every unmatched card costs 1.
published-txl = The table of an app where every player with all seven cards melded scores −10, and −50 for a chinchón.
published-apphuts = The table of an app like the built-in table ludoteka, where a total of −100 wins too.
published-reglasde = A table for two to six players with 48 cards, where a player with more than 101 points is out.
published-sundays-in-spain = A table that always plays with two packs: a run has at least four cards, and a player may close only with all seven melded.
published-juegosjuegos = A table for two to eleven players: a player may close only with all seven melded, and the round ends with the stock.
published-vanikar = A table without wilds where every court card costs 10, and a player with 100 points is out.
