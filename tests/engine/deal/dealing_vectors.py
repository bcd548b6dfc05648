#!/usr/bin/env python3
"""Writes dealing_vectors.txt: deals computed from docs/dealing.md alone.

Uses the standard library and nothing of the engine, so that the vectors are a
second opinion. `dealing_vectors.py > dealing_vectors.txt` writes them anew;
`dealing_vectors.py --search` finds deals that need more than one block.
"""
import hashlib
import struct
import sys

MASK = 0xFFFFFFFF


def quarter(s, a, b, c, d):
    s[a] = (s[a] + s[b]) & MASK
    s[d] ^= s[a]
    s[d] = (s[d] << 16 | s[d] >> 16) & MASK
    s[c] = (s[c] + s[d]) & MASK
    s[b] ^= s[c]
    s[b] = (s[b] << 12 | s[b] >> 20) & MASK
    s[a] = (s[a] + s[b]) & MASK
    s[d] ^= s[a]
    s[d] = (s[d] << 8 | s[d] >> 24) & MASK
    s[c] = (s[c] + s[d]) & MASK
    s[b] ^= s[c]
    s[b] = (s[b] << 7 | s[b] >> 25) & MASK


def chacha_block(key, counter, nonce):
    """One block as RFC 8439, section 2.3 defines it."""
    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    start += struct.unpack("<8I", key)
    start += [counter]
    start += struct.unpack("<3I", nonce)
    s = list(start)
    for _ in range(10):
        quarter(s, 0, 4, 8, 12)
        quarter(s, 1, 5, 9, 13)
        quarter(s, 2, 6, 10, 14)
        quarter(s, 3, 7, 11, 15)
        quarter(s, 0, 5, 10, 15)
        quarter(s, 1, 6, 11, 12)
        quarter(s, 2, 7, 8, 13)
        quarter(s, 3, 4, 9, 14)
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(s, start)))


def siphash_2_4(key, message):
    """SipHash-2-4 with a result of 64 bits."""
    mask = (1 << 64) - 1
    k0, k1 = struct.unpack("<2Q", key)
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D,
         k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rotate(x, n):
        return (x << n | x >> (64 - n)) & mask

    def rounds(n):
        for _ in range(n):
            v[0] = (v[0] + v[1]) & mask
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & mask
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & mask
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & mask
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) & 255])
    for at in range(0, len(padded), 8):
        word, = struct.unpack_from("<Q", padded, at)
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def card_name(card):
    return "789TJQKA"[card % 8] + "CDHS"[card // 8]


def canonical(deck):
    return [card for card in range(31, -1, -1) if deck >> card & 1]


def pack_of(seed, deck, index):
    """The pack of a deal, and how many blocks it took."""
    key = hashlib.blake2b(seed.encode(), digest_size=32).digest()
    pack = canonical(deck)
    extension = 0
    block = b""
    i = 0
    while i < len(pack) - 1:
        if not block:
            nonce = struct.pack("<3I", index >> 32, deck, extension)
            block = chacha_block(key, index & MASK, nonce)
            extension += 1
        draw, = struct.unpack_from("<H", block)
        block = block[2:]
        among = len(pack) - i
        if draw * among % 65536 < 65536 % among:
            continue
        j = i + draw * among // 65536
        pack[i], pack[j] = pack[j], pack[i]
        i += 1
    return pack, extension


def decision_seed(seed, index, seat, ply, seating):
    key = hashlib.blake2b(seed.encode(), digest_size=16,
                          key=b"couillon decision seed v1").digest()
    message = struct.pack("<QBHB4x", index, seat, ply, seating)
    return siphash_2_4(key, message)


def commitment(seed):
    return hashlib.blake2b(seed.encode(), digest_size=32,
                           key=b"couillon seed commitment v1").hexdigest()


def pairing_seed(seed, ruleset, team, opponents):
    """The seed text of the deals between two teams."""
    def text(words):
        return struct.pack("<I", len(words.encode())) + words.encode()

    def names(bots):
        return struct.pack("<I", len(bots)) + b"".join(map(text, bots))

    message = text(seed) + text(ruleset) + b"".join(
        sorted((names(team), names(opponents))))
    return hashlib.blake2b(message, digest_size=32,
                           key=b"couillon pairing seed v1").hexdigest()


ALL = MASK
WITHOUT_SEVENS_AND_EIGHTS = 0xFCFCFCFC
WITHOUT_BLACK_SEVENS = ALL & ~(1 << 0 | 1 << 24)

# Deals of the seed "x" that need a second block, found by --search.
EXTENDED = (21482, 47536, 85041, 150015, 203581, 371433)


def search():
    for index in range(2_000_000):
        if pack_of("x", ALL, index)[1] > 1:
            print(index, flush=True)


def print_pack(kind, seed, deck, index):
    cards = " ".join(card_name(card) for card in pack_of(seed, deck, index)[0])
    print(f"{kind} | {seed} | {deck:08x} | {index} | {cards}")


def main():
    if "--search" in sys.argv[1:]:
        search()
        return
    print("# Written by dealing_vectors.py; checked by dealing_test.cc.")
    print("# pack | seed text | deck (mask) | deal index | cards from the top")
    deals = [(seed, deck, index)
             for seed in ("", "x", "13 rôyes", "a longer seed text, " * 9 + "done")
             for deck in (WITHOUT_SEVENS_AND_EIGHTS, ALL, WITHOUT_BLACK_SEVENS)
             for index in (0, 1, 123456789)]
    deals += [("x", ALL, index) for index in
              ((1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 63) + 5, (1 << 64) - 1)]
    deals += [("x", 1 << 31 | 1 << 7, 0), ("x", 1, 0)]
    for seed, deck, index in deals:
        print_pack("pack", seed, deck, index)
    print("# extended: the same, but the deal needs a second block")
    for index in EXTENDED:
        assert pack_of("x", ALL, index)[1] == 2
        print_pack("extended", "x", ALL, index)
    print("# draws | seed text | deal index | seat | ply | seating | number")
    for where in ((0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1),
                  (1, 0, 0, 0), (1 << 40, 7, 300, 5), ((1 << 64) - 1, 3, 65535, 255)):
        number = decision_seed("x", *where)
        print("draws | x | " + " | ".join(map(str, where)) + f" | {number:016x}")
    print("# between | seed text | ruleset | team | opponents | pairing seed |"
          " deck | deal | cards")
    for seed, ruleset, team, opponents in (
            ("x", "basic-gerver", ["a"], ["b"]),
            ("x", "basic-gerver", ["b"], ["a"]),
            ("x", "basic-gerver", ["a"], ["c"]),
            ("x", "kwajongen", ["a"], ["b"]),
            ("", "mit-malmedy+dame-de-make", ["rôyes"], ["my bot"]),
            ("x", "basic-gerver", ["a", "b"], ["c", "d"]),
            ("x", "basic-gerver", ["a", "c"], ["b", "d"]),
            ("x", "basic-gerver", ["d", "c"], ["b", "a"])):
        own = pairing_seed(seed, ruleset, team, opponents)
        cards = " ".join(
            map(card_name, pack_of(own, WITHOUT_SEVENS_AND_EIGHTS, 7)[0]))
        print(f"between | {seed} | {ruleset} | {','.join(team)} | "
              f"{','.join(opponents)} | {own} | fcfcfcfc | 7 | {cards}")
    print("# commitment | seed text | hexadecimal digits")
    for seed in ("", "x", "13 rôyes"):
        print(f"commitment | {seed} | {commitment(seed)}")


if __name__ == "__main__":
    main()
