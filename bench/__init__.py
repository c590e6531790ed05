"""How fast it is, as ratios, measured in one run: `make bench`, or `python -m bench --help`.

    __main__.py    the run: rounds, in turn, in short slices; the report
    records.py     random hands of Schnapsen, kept in .bench/
    candidates.py  what is measured, and what each line includes
    worker.py      a process that runs slices on demand: one with the pure core, one with the compiled one
    floor.py       floor.c, built and called: the hand-written C engine to compare the core with
    peer.py        the PyPI package `schnapsen`, in a virtual environment of its own
    web.py         the HTTP service on a loopback port, with an empty route beside the real ones
    once.py        what is measured once or a few times: loading, starting, memory
    report.py      targets, table, JSON, the block in docs/benchmarks.md
"""
