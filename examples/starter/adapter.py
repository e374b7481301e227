"""An adapter to start from: copy it, put your program in the place of `Game`, and run this.

    lexludi conform druids -- python adapter.py

As it stands it knows next to nothing: whose hand holds which cards. It says so in `hello`, so it is asked for no
more, and conforms as far as that goes. Report one more key of an observation, run again, and go on until nothing
is skipped.
"""
# ruff: noqa: D103, T201

import json
import sys


class Game:
    """Your program goes here. This one only moves cards out of hands."""

    def __init__(self, rules):
        # All fields but `players` may be missing; what is missing has its usual value.
        self.players = rules["players"]
        self.hands = [[] for _ in range(self.players)]

    def deal(self, pile, hands):
        """A new round. `pile` is the shuffled deck, top card first; `hands` is what everybody gets of it."""
        self.hands = [list(hand) for hand in hands]

    def act(self, seat, action):
        """What a player does. Return None, or a reason if you refuse it; then change nothing."""
        if action["type"] == "play":
            self.hands[seat].remove(action["card"])
        elif action["type"] == "lead_gaia":
            self.hands[seat].remove("GAIA")

    def observe(self):
        """What your program knows of the table. Leave out what it does not know."""
        return {"hands": self.hands}


HELLO = {
    "implementation": "my-druids",
    "version": "0.1",
    "language": "Python",
    "games": {
        "druids": {
            "players": [3, 4, 5],
            "observes": ["hands"],  # the keys that `observe` gives
            "rejects_illegal": False,  # true once `act` refuses what the rules refuse
            "legal_actions": False,  # true once you answer `legal_actions`
        }
    },
}


def main():
    game = None
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"skipped": "not supported"}
        match request["op"]:
            case "hello":
                reply = HELLO
            case "new_game" if request["rules"].get("sun_and_moon"):
                reply = {"skipped": "not the variant"}
            case "new_game":
                game = Game(request["rules"])
                reply = {"ok": True}
            case "apply" if request["action"]["type"] == "deal":
                game.deal(request["action"]["pile"], request["hands"])
                reply = {"ok": True, "observation": game.observe()}
            case "apply":
                refused = game.act(request["seat"], request["action"])
                reply = {"ok": False, "code": refused} if refused else {"ok": True, "observation": game.observe()}
            case "observe":
                reply = {"observation": game.observe()}
            case "stop":
                return
        print(json.dumps({"id": request["id"], **reply}), flush=True)


if __name__ == "__main__":
    main()
