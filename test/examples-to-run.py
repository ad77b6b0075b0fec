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
    ("linux-tcp-oracle --rows=s4_txc --steady=0.2 --max-error=0.002 --min-overlap=0.99 --out=oracle-s4.csv", "True", "False"),
    ("linux-tcp-oracle --rows=s4_64k --max-error=0.005 --min-overlap=0.99 --out=oracle-64k.csv", "True", "False"),
    ("linux-tcp-oracle --rows=d350_us800 --fixed-window=72704 --ssthresh=16 --steady=1 --max-error=0.002 --min-overlap=0.95 --out=oracle-s1-fixed.csv", "True", "False"),
    ("linux-tcp-oracle --rows=s1ref_d350_us800_ss0_mr1 --start=5150us --max-error=0.001 --min-overlap=0.99 --out=oracle-s1-reference.csv", "True", "False"),
    ("linux-tcp-oracle --rows=us250 --steady=1 --max-error=0.01 --out=oracle-s1.csv", "True", "False"),
]

# There are no Python programs.
python_examples = []
