/** What an exported project says of itself: its README, and the example of its environment. */
import type { Flow } from '../../src-shared/flow/records'
import type { ExportNeeds } from './left-behind'
import { PORT_VARIABLE } from './modules'

type ReadmeParts = { flow: Flow; graph: string; needs: ExportNeeds; baton: string; drawing: string }

export function readme({ flow, graph, needs, baton, drawing }: ReadmeParts): string {
  const { variables, reaches, leftBehind } = needs
  return `# ${inLine(flow.name)}

This flow was drawn in Baton ${baton} and exported for LangGraph's server. It is the same graph that Baton runs, with the server's checkpointer.

\`\`\`mermaid
${drawing.trim().replaceAll('```', "'''")}
\`\`\`

## Run it

\`\`\`sh
npm install
cp .env.example .env   # then fill in what the flow needs
npm run dev
\`\`\`

The server listens on http://localhost:${PORT_VARIABLE.preset}, or the port that \`${PORT_VARIABLE.name}\` says in \`.env\`. Without an address of a model server the flow answers with its rehearsal.

## Talk to it

In a second terminal:

\`\`\`sh
npm run talk -- "Hello"
\`\`\`

That is \`src/talk.ts\`, a client of a few lines to begin with. Clients ask for the graph \`${graph}\`.

- The state has the conversation in \`messages\` and the flow's variables in \`variables\`; an input may set both. The rest is the engine's own.
- An empty list of messages lets the flow speak first. In a swarm with the pattern "manual", \`config: { configurable: { speaker: 'NAME' } }\` says who answers.
- \`messages-tuple\` streams words as they come, \`updates\` each step, \`custom\` each event of Baton's trace.
- **Questions are interrupts.** Each has \`id\`, \`name\` (who asks), \`text\` (what a person reads), \`answers\` (what is taken) and the whole \`question\`. Go on with a run of \`command: { resume: 'approve' }\`, or with
  \`{ resume: { id, answer } }\` where several are open. What is no answer is asked again, with the reason. A new message in the place of an answer drops the question.
- A turn that failed is tried again from the step that failed by a run with \`input: null\`.

## Environment

| variable | what it is |
|---|---|
${[PORT, ...variables].map(({ name, about }) => `| \`${name}\` | ${cell(about)} |`).join('\n')}

## What it reaches

Whoever starts the server allows this:

${list(reaches, 'Nothing outside of its model servers.')}

## What stays behind

${list(leftBehind, 'Nothing of this flow.')}

Left out of every export:

- What your connections in Baton are set to beside address, key and model: prices, stand-ins, time limits, forms of requests.
- Breakpoints, and rules by which calls run without asking ("remember" counts for the one call).
- Pictures and files that are attached to messages: such a message is refused.
- A question with a time limit is not ended by itself: the first answer after its time counts as "timed out".
- Whole results of tools, which a model may ask for piece by piece, and flows that run as tools and wait for a person are kept in the memory of the process.

## Files

\`src/graph.ts\` names the graph, \`flow/main.flow.json\` is the flow and opens in Baton. \`baton/engine.js\` is the engine in one readable module, \`baton/sources\` what it is built of.
Exporting again into this folder writes what Baton has made and nobody has changed (\`baton/export.json\` lists it); what you changed is kept unless you export with \`--force\`, and files of your own are never touched.
The server reads the flow when it starts: start it again after that.
`
}

const PORT = {
  name: PORT_VARIABLE.name,
  about: 'The port of the server, for `npm run dev` and `npm run talk`.',
  example: String(PORT_VARIABLE.preset),
}

export function environmentExample({ variables }: ExportNeeds): string {
  const lines = [PORT, ...variables].map(({ name, about, example }) => `# ${inLine(about)}\n${name}=${example}\n`)
  return `# Copy this to .env and fill in what the flow needs. An empty value counts as none.\n\n${lines.join('\n')}`
}

function list(lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${inLine(line)}`).join('\n')
}

/** Names in a flow are anybody's: they end no line and no cell, and are no markup. */
function inLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[<>[\]]/g, (sign) => `\\${sign}`)
}

function cell(text: string): string {
  return inLine(text).replaceAll('|', '\\|')
}
