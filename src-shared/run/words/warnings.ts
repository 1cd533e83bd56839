/** What a person reads of a warning: in the trace, in the chat and on the command line. */
import type { FlowChange, Warning, WarningCode, WarningFacts } from '../log/warnings'
import { codeWords, insteadWords } from './code'

/** What a warning says: what happened, to whom, and what to do about it. */
export function warningWords<Code extends WarningCode>({ code, facts }: Warning<Code>): string {
  return WORDS[code](facts)
}

const WORDS: { readonly [Code in WarningCode]: (facts: WarningFacts[Code]) => string } = {
  'arguments-unchecked': ({ tool }) =>
    `The schema of the tool ${tool} takes too long to check, so its calls are made with arguments that were not checked. Make it simpler: fewer patterns and references.`,
  'asked-failed': ({ name, asker, error }) => `${name} failed, and ${asker} reads the error as its answer. ${error}`,
  'budget-not-counted': ({ name, connection, model }) =>
    `A budget of money counts for ${name}, but nobody knows what ${model} of the connection "${connection}" costs, so its calls are not counted. Give its price in Settings, Connections, or set a budget of tokens.`,
  'breakpoint-condition': ({ condition, error }) =>
    `A breakpoint did not pause the turn, because its condition "${condition}" could not be evaluated: ${error}`,
  'call-as-text': ({ name, tool }) =>
    `${name} wrote a call of ${tool} into its answer instead of making it, so nothing was called. ` +
    'Its model server does not read tool calls: start vLLM with --enable-auto-tool-choice and --tool-call-parser, llama.cpp with --jinja; ' +
    'in Ollama and LM Studio choose a model that supports tools.',
  'call-cut-off': ({ name, tool }) => `The call of ${tool} by ${name} was cut off too, so it was not carried out.`,
  'code-failed': ({ name, code, error }) =>
    `The code of ${name} (${codeWords(code)}) failed, so ${insteadWords(code)}: ${error}`,
  'default-worker-skipped': ({ name }) =>
    `${name} was skipped: a default worker takes only the first place of a turn. Lead the edge to another worker.`,
  'descriptions-cut': ({ name, tools }) =>
    `The model server takes shorter descriptions of tools, so for ${name} the end of what describes ${few(tools)} was not sent. Shorten it, so that nothing that matters is lost.`,
  'duplicate-tool': ({ clash }) => clash,
  'empty-reply': ({ name }) => `The model of ${name} answered nothing. Ask again, or try another model.`,
  'item-failed': ({ name, item, error }) => `${name}: item ${item} failed, and its error is its result. ${error}`,
  'no-such-way': ({ name, wanted }) =>
    `The code of ${name} wants ${wanted} to speak next, and no open edge leads there, so it goes on as drawn. Draw an edge, or name somebody else.`,
  'no-summary': ({ of, name, error }) =>
    of === 'conversation'
      ? `The oldest part of the conversation was left out for ${name} without a summary: ${error}`
      : `The ${of} of a nested chat could not be written, so it is empty: ${error}`,
  'not-approved': ({ tool, differs }) =>
    differs
      ? `${tool} did not run: what was approved is not what was about to run. Ask for it again.`
      : `${tool} did not run: a person has to approve each call of it, and nobody can be asked here.`,
  'nobody-answers': ({ name, by }) =>
    `${by} stopped ${name}, and nobody had passed the conversation to it who could answer instead, so this message has no answer.`,
  'partial-reply-lost': ({ error }) =>
    `The turn was stopped, but the part of the reply that had arrived could not be kept: ${error}`,
  'pool-fell-back': ({ name, error }) => `${name}: ${error ?? NO_EMBEDDING_IN_TIME}`,
  'refused-call': ({ said }) => said,
  'reply-cut-off': ({ name, maxTokens }) =>
    `The reply of ${name} was cut off, because it reached the limit of tokens. ${raiseWords(maxTokens)}`,
  'reply-filtered': ({ name }) =>
    `The model server's content filter cut off the reply of ${name}. Put the request in other words, or choose another model.`,
  'search-failed': ({ error }) => error,
  'several-handoffs': ({ name, taken, done, lost }) =>
    `${name} asked for ${lost.length + 1} hand-offs in one reply; the ${taken} was carried out: ${moveTo(done)}. Not carried out: ${lost.map(moveTo).join(', ')}.`,
  'slot-not-kept': ({ name, slot, error }) =>
    `What ${name} collected for "${slot}" was not kept as a variable: ${error}`,
  'source-failed': ({ name, error }) => `${name} cannot be used now: ${error}`,
  'tools-changed': (facts) =>
    `${facts.name} has changed its tools since it was allowed and last asked. ${changedWords(facts)}.`,
  'tools-left-out': ({ name, tools }) =>
    `The model server takes fewer tools than ${name} has, so ${few(tools)} ${tools.length === 1 ? 'was' : 'were'} not offered. Switch off tools that are not needed, or put them into a pool that searches.`,
  'turn-begins-again': ({ why }) =>
    `The turn begins again with its message, because the flow was changed where it had failed: ${changeWords(why)}.`,
  'unclear-answer': ({ name, to, answer }) =>
    to === 'check'
      ? `${name} got an unclear answer to its check, so the dialog goes on: "${answer}"`
      : `${name} got an unclear answer about its slots, which stay as they are: "${answer}"`,
  'unclear-slot': ({ slot }) => `The value of "${slot}" is not what its slot takes and was left out.`,
  'unreadable-event': ({ number, event }) =>
    `Event ${number} ("${event}") of this turn could not be read from the library and is left out.`,
  'without-plan': ({ name, error }) => `${name} answers without a plan, since none could be made: ${error}`,
  other: ({ message }) => message,
}

const NO_EMBEDDING_IN_TIME = 'searched by words alone, because the embedding model gave no answer in time'

function raiseWords(maxTokens: number | null): string {
  return maxTokens === null
    ? 'The limit is the server\'s own: set "Tokens, at most" of its model, or give the server a larger context.'
    : `Its model is set to ${maxTokens} tokens: raise "Tokens, at most" there.`
}

function moveTo({ tool, to }: { tool: string; to: string }): string {
  return `${tool} (to ${to})`
}

/** So many names are told. */
const MOST_NAMED = 5

function few(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length <= MOST_NAMED ? shown : `${shown} and ${names.length - MOST_NAMED} more`
}

/** What a source offers differently, a sentence without its full stop. */
function changedWords({ described, added, gone }: WarningFacts['tools-changed']): string {
  const part = (what: string, tools: readonly string[]) =>
    tools.length === 0 ? [] : [`${what}: ${few(tools.map((tool) => `"${tool}"`))}`]
  const words = [...part('described anew', described), ...part('added', added), ...part('taken away', gone)].join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function changeWords(why: FlowChange): string {
  switch (why.change) {
    case 'branches':
      return 'the chats that ran side by side are drawn in another way'
    case 'gone':
      return `"${why.name}" is not drawn any more`
    case 'other-kind':
      return `"${why.name}" is a node of another kind now`
    case 'other-steps':
      return `"${why.name}" works in another way now`
    case 'other-edge':
      return `the way to "${why.name}" is drawn in another way`
    case 'other-tool':
      return `the tool "${why.name}" of its plan is not what it was`
  }
}
