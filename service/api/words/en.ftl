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
rules-too_many_wilds =
    { $wilds } wilds are in play; more than { $limit } take too long to judge ({ $parameters })


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
problem-summary =
    { $place }: { $detail }{ $more ->
        [0] { "" }
       *[other] { " " }(and { $more } more)
    }
address-methods = { $address } takes { $methods }
service-stopping = this service is stopping; ask another one
work-too_many = { $found } are asked; at most { $limit } are answered at once
work-too_much =
    this costs { $found } units of work, wilds the most; at most { $limit } at once
