# SPDX-License-Identifier: BSD-3-Clause
"""What hurts: lines that cannot be read, files that are not what they seem, values that belong in no model."""
import gzip

LONG = 100000

# What cannot stand in a line: what is replaced -> by what. The line and its file must be named.
LINES_OF = {
    "train.txt": {
        r"^\d": ["", "nan", "1e999"],
        r"\d qid": ["x qid"],
        r" qid:\d+": ["", " qid:"],
        r" 1:\S+": [" 1:", " 1:x", " 1:nan", " 1:inf", " 1:1e999", " 1:1e39", " 0:1", " 1:0.\0"],
        r" 1:": [" -1:", " 1.5:", " 99999999999999999999:", " \udcff:"],
        r" 2:": [" 3:"],
        r" 3:": [" ３:"],
        r" 3:\S+": [" 3:\x1b[2J", " " + "y" * LONG],
    },
    "pairs.csv": {
        r"^\w": ["", '"a'],
        r"^(\w),\w": [r"\1,\1"],
        r",\d+$": ["", ",", ",x", ",-1", ",nan", ",1e999", ",1,1", ",\0", "," + "1" * LONG + "x"],
    },
    "rankings.csv": {
        r"^[\d.]+": ["-2", "inf"],
        r",\d$": ["", ",x", ",-1", ",1.5", ",nan", ",1,1", ",\0", ",99999999999999999999"],
    },
    "scores.txt": {r".+": ["x", "nan", "inf", "1 2", "\0", "z" * LONG]},
}

PAIRS = b"item_i,item_j,wins_i,wins_j,ties\n"
MODEL = b'{"format": "fubini model", "version": '
WHOLES_OF = {
    "train.txt": [
        b"", b"\n", b"# only words\n", b"\xef\xbb\xbf1 qid:1 1:1\n",
        b"0 qid:1 100000000:1\n1 qid:1 1:1\n",
        b"0 qid:1 2147483647:1\n",
        b"1 qid:1 " + b"1:1 " * LONG,
        b"1" * 10 * LONG, b"\0" * LONG,
        b"1 qid:1 1:1\n" * 20000,
        b"1 qid:" + b"9" * LONG + b" 1:1\n",
        b"1e308 qid:1 1:3e38\n-1e308 qid:1 1:-3e38\n",
        b"".join(b"%d qid:%d 1:1\n" % (q % 2, q) for q in range(5000)),
        b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd\0",
        gzip.compress(b"0 qid:1 1:1\n1 qid:1 1:2\n")[:-5], gzip.compress(b"0" * (1 << 26)), gzip.compress(b""),
    ],
    "pairs.csv": [
        PAIRS, b"item_i,item_j\na,b\n",
        PAIRS + b"a,b,5,0,1\n",
        PAIRS + b"a,b,0,0,0\n",
        PAIRS + b"a,b,1e308,1e308,1e308\n",
        PAIRS + b"a,b,1e-320,1,1\n",
        PAIRS + b"\x1b[2J,b,3,2,1\n" + b"n" * LONG + b",b,3,2,1\n",
    ],
    "rankings.csv": [
        b"weight\n", b"weight,a\n1,1\n", b"weight,a,a\n1,1,2\n", b'weight,"a\n1,1\n',
        b"weight,a,b\n1,0,0\n",
        b"weight,a,b\n0,1,2\n",
        b"weight,a,b\n1e308,1,2\n1e308,2,1\n",
        b"weight," + b",".join(b"i%d" % i for i in range(20000)) + b"\n1,1\n",
    ],
    "model.json": [
        b"", b"{}", b"null", b"\xff\xfe{\0}\0", b'{"format":' + b'"' * 3, b"1" * 10 * LONG,
        b"[" * LONG, b'{"a":' * LONG,
        MODEL + b"1e999}", MODEL + b"99}", MODEL + b'1, "checksum": "", "content": []}',
    ],
    "worths.json": [b"[]"],
    "scores.txt": [b"", b"1", b"1\n" * LONG],
}

# In the place of any value of a model
VALUES = [None, True, -1, 0, 1, 0.5, 1e308, -1e308, 1e-320, 2**31, 2**63, 2**64, 10**400, "", "x", "x" * LONG,
          "\x1b[31m\n", "linear", "davidson_luce:max_order=1000000", "mlp:1000000,1000000", "products:all",
          [], {}, [[]], [1] * 1000, ["a"], [None]]
