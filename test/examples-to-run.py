#! /usr/bin/env python3

# The programs that ns-3's test.py starts, and ctest in the standalone build, which reads the
# tuples of cpp_examples from this file: one tuple a line,
#
#     (program and arguments, do_run, do_valgrind_run).
cpp_examples = [
    ("linux-tcp-bulk --time=0.5", "True", "True"),
    ("linux-tcp-bulk --time=0.5 --socket=stock", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --ipv6=true --qdisc=fq_codel", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --rate=100Mbps --router=true --bottleneck=20Mbps", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --ipv6=true --router=true --device=p2p", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --device=csma --delay=1us --cc=reno", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --device=p2p --nic=false --qdisc=codel", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --flows=4 --loss=0.0005 --qdisc=red --seed=2", "True", "False"),
    ("linux-tcp-bulk --bytes=2000000 --cc=bbr --qdisc=none --mtu=9000", "True", "False"),
    ("linux-tcp-reproduce --case=all --time=1 --out=linux-tcp-report", "True", "False"),
]

# There are no Python programs.
python_examples = []
