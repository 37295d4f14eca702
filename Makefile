# What people and CI run. `make` alone lists it.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup verilog lint test mutants demo soak fuzz interop bench area

FERRIC := cargo run -q -p ferric-testbench --bin ferric --
export PATH := $(CURDIR)/.venv/bin:$(PATH)

help: ## list the targets
	@printf '\n  \033[1mFerric\033[0m  an RDMA network card in Rust, from the gates to the verbs\n\n'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS=$$'\t' read -r target text; do \
	    printf '  make \033[36m%-9s\033[0m %s\n' "$$target" "$$text"; done
	@printf '\n'

setup: ## bring Verilator, Yosys and the rest; quick when nothing is missing
	@.ci/setup

verilog: ## write the card and each block as Verilog to target/verilog
	@cargo run -q -p ferric-rtl --bin verilog

lint: setup verilog ## rustfmt, clippy, and Verilator's lint of the Verilog
	@.ci/lint

test: setup ## every test: blocks under Verilator, cards, host library
	@cargo test -q --workspace

mutants: setup ## do the tests notice? run them against 50 blocks with one thing wrong; OPTIONS='--test responder --except kit'
	@cargo run -q -p ferric-testbench --bin mutants -- $(OPTIONS)

demo: setup ## move a file between two simulated hosts; OPTIONS='FILE --mtu all --trace'
	@printf '\033[1mdemo\033[0m   building the ferric command\n'
	@$(FERRIC) demo $(OPTIONS)

soak: setup ## random traffic over 64 queue pairs on a bad link, each packet judged; OPTIONS='--seed 7 --messages 1000'
	@$(FERRIC) soak $(OPTIONS)

fuzz: setup ## a million bad frames at the receiver, a hundred thousand at a card; OPTIONS='--seed 7 --frames 5000'
	@$(FERRIC) fuzz --block wire $(OPTIONS)
	@$(FERRIC) fuzz --card $(OPTIONS)

interop: setup ## the card against the Linux kernel's driver in a virtual machine; skipped without QEMU; OPTIONS='--only lossy'
	@$(FERRIC) interop $(OPTIONS)

bench: setup ## throughput, latency, goodput under loss, in clock cycles, with plots; OPTIONS='--only stages' or '--explain --operation read'
	@$(FERRIC) bench $(OPTIONS)

area: setup verilog ## LUTs, flip-flops and RAMs of each block on UltraScale+
	@.venv/bin/python .ci/area.py
