/** `docs/file-format.md`: the reference of the flow file, written from the schemas so that it cannot drift from them. */
import { KEPT_SLOTS, PROMPT_SLOTS, VITAL_SLOTS } from '../../src-shared/agents/prompts/prompts'
import { MAX_EDGES, MAX_NODES, MAX_TEXT } from '../../src-shared/flow/editing/open'
import { emptyFlow, FLOW_VERSION, flowSchema, settingsSchema } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { EdgeDefinition } from '../../src-shared/kinds/edge-definition'
import { EDGES } from '../../src-shared/kinds/edges'
import { KIND_LIST } from '../../src-shared/kinds/index'
import { hasTrait } from '../../src-shared/kinds/field-types'
import { nodeMarksSchema, type FieldHint, type Kind } from '../../src-shared/kinds/kind'
import { fieldRows, fieldTable } from './field-tables'
import { EDGE_NOTES, FIELD_WORDS, KIND_NOTES, SETTINGS_NOTE } from './words'

const EDGE_LIST: readonly EdgeDefinition[] = Object.values(EDGES)

/** The whole page. */
export function fileFormatPage(): string {
  const parts = [intro(), header(), settings(), nodeIntro(), ...KIND_LIST.map(kindSection), '## Edges', edgeIntro()]
  return `${[...parts, ...EDGE_LIST.map(edgeSection), structuredOutput(), prompts(), expressions(), code()].join('\n\n')}\n`
}

function intro(): string {
  return `# The flow file

<!-- Written by \`npm run docs\` from the schemas in src-shared. Change those (or scripts/docs/words.ts), then run it again. -->

A flow is one JSON file, \`<name>.flow.json\`, UTF-8, version ${FLOW_VERSION}. \`baton export FLOW --to json\` writes it in its canonical form: fields in the
order of this page, two spaces of indent, a line break at the end. Saving what was opened gives the same bytes.

- Every field has a default unless it says "required". Only what was set is written.
- Unknown fields of \`settings\` and \`data\`, unknown kinds and unknown edge kinds are kept word for word. An unknown kind blocks running; an unknown field does not.
- A file is opened whole or not at all: at most ${MAX_TEXT / 1024 / 1024} MB of text, ${grouped(MAX_NODES)} nodes and ${grouped(MAX_EDGES)} edges. Opening never runs anything.
- No secret belongs in it: fields hold the name of a connection, never a key.
- \`baton check FLOW\` says what is wrong with a flow; errors block running, warnings do not.`
}

function header(): string {
  const meaning = (path: string) => FIELD_WORDS[`header.${path.replaceAll('<name>', '<id>')}`] ?? null
  const table = fieldTable(fieldRows(flowSchema, meaning)).replaceAll('<name>', '<id>')
  const empty = saveFlow(emptyFlow('An empty flow', 'empty'))
  return `## Header\n\n\`\`\`json\n${empty}\`\`\`\n\n${table}`
}

function settings(): string {
  return `## Settings\n\n${fieldTable(fieldRows(settingsSchema, (path) => FIELD_WORDS[`settings.${path}`] ?? null))}\n\n${SETTINGS_NOTE}`
}

function nodeIntro(): string {
  const marks = fieldTable(fieldRows(nodeMarksSchema, (path) => FIELD_WORDS[path] ?? null))
  return `## Nodes\n\n\`data\` of a node holds the fields of its kind, and these:\n\n${marks}`
}

function kindSection(kind: Kind): string {
  const rows = fieldRows(
    kind.schema,
    (path) => FIELD_WORDS[`${kind.kind}.${path}`] ?? hintWords(kind.fields, path) ?? FIELD_WORDS[path] ?? null,
  ).filter(({ path }) => !Object.hasOwn(nodeMarksSchema.shape, path))
  const ends = kind.accepts.map((edge) => `\`${edge}\``).join(', ')
  const ports = kind
    .ports()
    .map(({ id, edge, max }) => `\`${id}\` -> \`${edge}\`${max === undefined ? '' : ` (at most ${max})`}`)
  return [
    `### \`${kind.kind}\``,
    `${kind.label}, group "${kind.group}". ${kind.description}`,
    `- Edges that may end here: ${ends === '' ? 'none' : ends}.\n- Ports: ${ports.length === 0 ? 'none' : ports.join(', ')}.`,
    fieldTable(rows),
    ...(KIND_NOTES[kind.kind] ?? []),
  ].join('\n\n')
}

function edgeIntro(): string {
  return 'A drawn edge is the program: it is one way for the baton to move (or one thing on offer), and a move that is not drawn cannot happen. Edges of one port count by `order`, lower first, then in the order of the file.'
}

function edgeSection({ kind, description, schema, fields, repeats }: EdgeDefinition): string {
  const from = KIND_LIST.flatMap((one) =>
    one
      .ports()
      .filter((port) => port.edge === kind)
      .map(({ id }) => `\`${one.kind}\` (\`${id}\`)`),
  )
  const to = KIND_LIST.filter(({ accepts }) => accepts.includes(kind)).map((one) => `\`${one.kind}\``)
  const several = repeats ? ' Several may join the same two nodes.' : ''
  const rows = fieldRows(schema, (path) => FIELD_WORDS[`edge ${kind}.${path}`] ?? hintWords(fields, path))
  return [
    `### \`${kind}\``,
    `${description} From ${from.join(', ')} to ${to.join(', ')}.${several}`,
    fieldTable(rows),
    ...EDGE_NOTES[kind],
  ].join('\n\n')
}

/** What the inspector says of a field; null for a field that it does not show. */
function hintWords(fields: readonly FieldHint[], path: string): string | null {
  if (path === 'model') return "What this node calls; a field that is absent falls back to the flow's."
  const hint = fields.find(({ key }) => key === path)
  if (hint === undefined) return null
  const words = [hint.label, ...(hint.help === undefined ? [] : [hint.help]), ...typeWords(hint)]
  return words.map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(' ')
}

function typeWords(hint: FieldHint): string[] {
  if (hasTrait(hint, 'hasChoices', true)) {
    const choices = hint.options.filter(({ value, label }) => value !== label)
    return choices.length === 0 ? [] : [choices.map(({ value, label }) => `\`${value}\`: ${label}`).join('; ')]
  }
  if (hint.type === 'line' && hint.word !== undefined) return [`\`${hint.word.value}\`: ${hint.word.label}`]
  if (!hasTrait(hint, 'prompts', 'one')) return []
  if (hint.builtIn === undefined) return []
  if (hint.builtIn === 'observer') return ["Empty: the built-in prompt of the observer's type"]
  const slots = PROMPT_SLOTS[hint.builtIn]
  const named = slots.length === 0 ? [] : [`Slots ${slotList(slots)}`]
  return [`Empty: the built-in prompt \`${hint.builtIn}\``, ...named]
}

function prompts(): string {
  const kept: { readonly [name: string]: readonly string[] } = KEPT_SLOTS
  const vital: { readonly [name: string]: readonly string[] } = VITAL_SLOTS
  const rows = Object.entries(PROMPT_SLOTS).map(
    ([name, slots]) =>
      `| \`${name}\` | ${slotList(slots)} | ${slotList(kept[name] ?? [])} | ${slotList(vital[name] ?? [], ' or ')} |`,
  )
  return `## Prompts

Prompts are templates, filled in one pass: \`{name}\` is a slot of the prompt or a context variable, \`{{\` and \`}}\` are literal braces. A name without a value
stays as written. A text of one's own that lost a slot is a warning, and runs; it is an error only where nothing works without it.

| built-in prompt | slots | a warning without | an error without |
|---|---|---|---|
${rows.join('\n')}`
}

function structuredOutput(): string {
  return `## Structured output

With \`output\` a node's reply is one JSON object by a schema of JSON Schema 2020-12; references stay within the schema, and \`format\` is told to the model but not checked. Its text is
the object as JSON, which others read and \`serve\` passes on; chat and trace show it as a table, when it is whole: half an object does not stream. It is kept as the variable before the baton moves on.

Where tools or hand-offs are on offer, the model gives the object by one more tool, \`final_answer\`. Else the request has a \`response_format\` with the schema, strict where the schema can be (every
object with all its properties required, no keywords but the common ones); servers that refuse it get any-JSON mode, a tool, or the prompt alone, which always holds the schema. An answer that does not fit is
asked for again with what is wrong; after three tries the turn fails with \`model-unfit\`, and nothing of it is said. Each try is a model call and a decision \`output\` in the trace. A model that refuses says so in its own
words, and nothing is kept. A planning node's solver may ask for another plan instead. What \`collect\` observers and the \`slots\` of a task graph look for is asked for by its schema too, every field of which may be null.`
}

function expressions(): string {
  return `## Expressions

\`\${name}\` is a variable. \`{name}\` and \`name\` are read too, and become \`\${name}\` when the file is opened (a word that is no declared variable stays as it is, and so does a name that stands alone in \`available\`, which a missing variable does not fail). Prompts and other templates write \`{name}\`, and a \`$\` before it is
a dollar sign. A text stands in quotes, so \`gold\` is a variable and \`"gold"\` is not. Numbers, 'texts' and "texts", \`true\`, \`false\`, \`null\`, \`len(x)\` and parentheses; operators from weak to strong: \`or\` (\`|\`), \`and\` (\`&\`),
\`not\` (\`!\`), \`== != < <= > >=\`, \`+ -\`. Words may be in any case; \`and\` and \`or\` give one of their operands. False are \`false\`, \`null\`, 0 and an empty text, list or
object. A variable that does not exist fails the expression by its name. Nothing is ever run as code.`
}

function code(): string {
  return `## Code

Where a field whose name ends in \`Code\` (or an observer's \`code\`) holds \`{ "code", "timeout": 5000, "memory": 67108864, "hosts": [] }\`, that code is asked in the place of the field beside it, or of a model. It runs in the
sandbox of code tools, under the same limits, is stopped with the turn, and asks for consent under the name of its node or edge. It exports \`run(args, baton)\` and gives back a value; of \`baton\` it has
\`variables\`, \`set\`, \`enableTool\`, \`disableTool\` and \`fetch\` as code tools do, and \`sender\`, \`recipient\` (names, or null), \`messages\` (a list of \`{ speaker, text }\`, the newest 500, without what is not said yet) and \`config\`
(\`language\`, \`model\` without keys, and the \`data\` of its node or edge). \`handOff\` is there where somebody is to speak next, and fails elsewhere.
A code tool has the same: its \`sender\` is whoever calls it, its \`recipient\` the tool. What code writes to its console is in the trace.
Conditions without a model call (\`by\` context, \`when\`) are expressions alone, as in AG2, and \`message\` is a template: what they need of code, code can set as a variable.

| code | asked | \`args\` | gives back | where it fails |
|---|---|---|---|---|
| \`availableCode\` of a hand-off or a tool | before each reply of the model, once | - | what counts as true: it is there | it is not there, with a warning |
| \`conditionCode\` of a hand-off that the model decides | before each reply of the model, once, while the hand-off is there | \`condition\`: the words as they would be | the words that the model reads; nothing: those that are drawn | those that are drawn, with a warning |
| \`promptCode\` of an agent, supervisor or dialog | before each call of its model | \`prompt\`: the instruction as it would be | the instruction; nothing: as it would be | the turn fails |
| \`afterWorkCode\` of an agent | when it has replied | \`candidates\`: names of those to whom its edges lead | a name (over an open hand-off, after-work or \`out\` edge), \`TERMINATE\`, \`REVERT_TO_USER\`, \`STAY\`, \`SWARM_MANAGER\`; nothing: as drawn | the turn fails; so it does for a name that nobody has. A name to which no open edge leads is left to the drawing, with a warning |
| \`settings.swarm.afterWorkCode\` | when an agent has replied and nothing drawn at it, nor its own option or the pattern, says who is next | \`candidates\`: also the names of all agents of the swarm | as \`afterWorkCode\` of an agent; an agent of the swarm needs no edge; nothing: \`settings.swarm.afterWork\` | the turn fails |
| \`settings.swarm.managerPromptCode\` | before each call of the manager's model | \`prompt\`: the instruction as it would be; \`candidates\`: names of the agents of the swarm | the instruction; nothing: as it would be | the turn fails |
| \`code\` of an observer | before or after the reply, by \`when\` | \`message\`, \`reply\`, \`description\`, \`slots\` | nothing, true or \`ok\`: continue; false: interrupt; \`continue\`, \`finish\`, \`interrupt\`: that; another text: the reply; \`{ then, text, slots }\`; anything else continues, with a warning | the turn fails |
| \`messageCode\` of a chat | when the chat begins | - | what it is told; nothing: as without a message | the turn fails |
| \`summaryCode\` of a chat, with the method \`code\` | when the chat is over | \`summaryArgs\` | what it came to; \`messages\` is the chat | it is empty, with a warning |
| \`carryover.summaryCode\`, with the method \`code\` | before the first chat | \`summaryArgs\` | a text, or a list of messages | it is empty, with a warning |

What it sets counts unless it fails. It is a part of its step: after a kill it is not asked again. What it gave back and wrote to its console is in the trace.`
}

function slotList(slots: readonly string[], between = ' '): string {
  return slots.length === 0 ? '-' : slots.map((slot) => `\`{${slot}}\``).join(between)
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
