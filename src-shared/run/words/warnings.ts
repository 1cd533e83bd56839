/** What a person reads of a warning: in the trace, in the chat and on the command line. */
import { saidFault } from '../log/reasons'
import { message, type Message, type Translate } from '../../languages/translate'
import type { FlowChange, Warning, WarningCode, WarningFacts } from '../log/warnings'
import { codeWords, insteadWords } from './code'

/** What a warning says: what happened, to whom, and what to do about it. */
export function warningWords<Code extends WarningCode>({ code, facts }: Warning<Code>, t: Translate): string {
  return WORDS[code](facts, t)
}

const WORDS: { readonly [Code in WarningCode]: (facts: WarningFacts[Code], t: Translate) => string } = {
  'arguments-unchecked': ({ tool }, t) =>
    t(
      'The schema of the tool {tool} takes too long to check, so its calls are made with arguments that were not checked. Make it simpler: fewer patterns and references.',
      { tool },
    ),
  'asked-failed': ({ name, asker, ...fault }, t) =>
    t('{name} failed, and {asker} reads the error as its answer. {error}', { name, asker, error: saidFault(fault) }),
  'budget-not-counted': ({ name, connection, model }, t) =>
    t(
      'A budget of money counts for {name}, but nobody knows what {model} of the connection “{connection}” costs, so its calls are not counted. Give its price in Settings, Connections, or set a budget of tokens.',
      { name, connection, model },
    ),
  'breakpoint-condition': ({ condition, ...fault }, t) =>
    t('A breakpoint did not pause the turn, because its condition “{condition}” could not be evaluated: {error}', {
      condition,
      error: saidFault(fault),
    }),
  'call-as-text': ({ name, tool }, t) =>
    t(
      '{name} wrote a call of {tool} into its answer instead of making it, so nothing was called. Its model server does not read tool calls: start vLLM with --enable-auto-tool-choice and --tool-call-parser, llama.cpp with --jinja; in Ollama and LM Studio choose a model that supports tools.',
      { name, tool },
    ),
  'call-cut-off': ({ name, tool }, t) =>
    t('The call of {tool} by {name} was cut off too, so it was not carried out.', { tool, name }),
  'code-failed': ({ name, code, error }, t) =>
    t('The code of {name} ({use}) failed, so {instead}: {error}', {
      name,
      use: codeWords(code, t),
      instead: insteadWords(code, t),
      error,
    }),
  'default-worker-skipped': ({ name }, t) =>
    t('{name} was skipped: a default worker takes only the first place of a turn. Lead the edge to another worker.', {
      name,
    }),
  'descriptions-cut': ({ name, tools }, t) =>
    t(
      'The model server takes shorter descriptions of tools, so for {name} the end of what describes {tools} was not sent. Shorten it, so that nothing that matters is lost.',
      { name, tools: few(tools, t) },
    ),
  'duplicate-tool': ({ clash, said }, t) => t.message(saidFault({ error: clash, said })),
  'empty-reply': ({ name }, t) => t('The model of {name} answered nothing. Ask again, or try another model.', { name }),
  'item-failed': ({ name, item, ...fault }, t) =>
    t('{name}: item {item} failed, and its error is its result. {error}', { name, item, error: saidFault(fault) }),
  'no-such-way': ({ name, wanted }, t) =>
    t(
      'The code of {name} wants {wanted} to speak next, and no open edge leads there, so it goes on as drawn. Draw an edge, or name somebody else.',
      { name, wanted },
    ),
  'no-summary': ({ of, name, ...fault }, t) => {
    const error = saidFault(fault)
    switch (of) {
      case 'conversation':
        return t('The oldest part of the conversation was left out for {name} without a summary: {error}', {
          name,
          error,
        })
      case 'summary':
        return t('The summary of a nested chat could not be written, so it is empty: {error}', { error })
      case 'carry-over':
        return t('The carry-over of a nested chat could not be written, so it is empty: {error}', { error })
    }
  },
  'not-approved': ({ tool, differs }, t) =>
    differs
      ? t('{tool} did not run: what was approved is not what was about to run. Ask for it again.', { tool })
      : t('{tool} did not run: a person has to approve each call of it, and nobody can be asked here.', { tool }),
  'nobody-answers': ({ name, by }, t) =>
    t(
      '{by} stopped {name}, and nobody had passed the conversation to it who could answer instead, so this message has no answer.',
      { by, name },
    ),
  'over-budget': (facts, t) => t.message(overBudgetWords(facts)),
  'partial-reply-lost': (fault, t) =>
    t('The turn was stopped, but the part of the reply that had arrived could not be kept: {error}', {
      error: saidFault(fault),
    }),
  'pool-fell-back': ({ name, error, said }, t) =>
    error === null
      ? t('{name}: searched by words alone, because the embedding model gave no answer in time', { name })
      : `${name}: ${t.message(saidFault({ error, said }))}`,
  'refused-call': ({ said }) => said,
  'reply-cut-off': ({ name, maxTokens }, t) =>
    maxTokens === null
      ? t(
          "The reply of {name} was cut off, because it reached the limit of tokens. The limit is the server's own: set “Tokens, at most” of its model, or give the server a larger context.",
          { name },
        )
      : t(
          'The reply of {name} was cut off, because it reached the limit of tokens. Its model is set to {maxTokens} tokens: raise “Tokens, at most” there.',
          { name, maxTokens: `${maxTokens}` },
        ),
  'reply-filtered': ({ name }, t) =>
    t(
      "The model server's content filter cut off the reply of {name}. Put the request in other words, or choose another model.",
      { name },
    ),
  'search-failed': (fault, t) => t.message(saidFault(fault)),
  'several-handoffs': ({ name, taken, done, lost }, t) => {
    const said = {
      name,
      count: lost.length + 1,
      done: moveTo(done, t),
      lost: lost.map((one) => moveTo(one, t)).join(', '),
    }
    return taken === 'first'
      ? t(
          '{name} asked for {count} hand-offs in one reply; the first was carried out: {done}. Not carried out: {lost}.',
          said,
        )
      : t(
          '{name} asked for {count} hand-offs in one reply; the last was carried out: {done}. Not carried out: {lost}.',
          said,
        )
  },
  'slot-not-kept': ({ name, slot, ...fault }, t) =>
    t('What {name} collected for “{slot}” was not kept as a variable: {error}', {
      name,
      slot,
      error: saidFault(fault),
    }),
  'source-failed': ({ name, ...fault }, t) =>
    t('{name} cannot be used now: {error}', { name, error: saidFault(fault) }),
  'tools-changed': (facts, t) =>
    t('{name} has changed its tools since it was allowed and last asked. {changes}.', {
      name: facts.name,
      changes: changedWords(facts, t),
    }),
  'tools-left-out': ({ name, tools }, t) =>
    tools.length === 1
      ? t(
          'The model server takes fewer tools than {name} has, so {tools} was not offered. Switch off tools that are not needed, or put them into a pool that searches.',
          { name, tools: few(tools, t) },
        )
      : t(
          'The model server takes fewer tools than {name} has, so {tools} were not offered. Switch off tools that are not needed, or put them into a pool that searches.',
          { name, tools: few(tools, t) },
        ),
  'turn-begins-again': ({ why }, t) => t.message(beginsAgainWords(why)),
  'unclear-answer': ({ name, to, answer }, t) =>
    to === 'check'
      ? t('{name} got an unclear answer to its check, so the dialog goes on: “{answer}”', { name, answer })
      : t('{name} got an unclear answer about its slots, which stay as they are: “{answer}”', { name, answer }),
  'unclear-slot': ({ slot }, t) => t('The value of “{slot}” is not what its slot takes and was left out.', { slot }),
  'unreadable-event': ({ number, event }, t) =>
    t('Event {number} (“{event}”) of this turn could not be read from the library and is left out.', {
      number: `${number}`,
      event,
    }),
  'without-plan': ({ name, error }, t) =>
    t('{name} answers without a plan, since none could be made: {error}', { name, error }),
  other: ({ message: said }) => said,
}

/** Why a turn begins again, which the chat says too. */
export function beginsAgainWords(why: FlowChange): Message {
  return message(
    'The turn begins again with its message, because the flow was changed where it had failed: {change}.',
    {
      change: flowChangeWords(why),
    },
  )
}

/** Which budget a turn went over with its last call, which the chat says too. */
export function overBudgetWords({ of, name, unit, used, most }: WarningFacts['over-budget']): Message {
  const amounts =
    unit === 'tokens'
      ? { used, most: message('{count, plural, one {# token} other {# tokens}}', { count: most }) }
      : { used: `$${Number(used.toFixed(4))}`, most: `$${most}` }
  switch (of) {
    case 'turn':
      return message(
        'This turn went over its budget with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.',
        amounts,
      )
    case 'thread':
      return message(
        'The conversation went over its budget with the last call of this turn: {used} of {most}. To go on, raise the budget in the flow settings, or begin a new thread.',
        amounts,
      )
    case 'node':
      return message(
        '{name} went over its budget for a turn with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.',
        { name, used: amounts.used, most: amounts.most },
      )
    case 'nodeThread':
      return message(
        '{name} went over its budget for the whole conversation with its last call: {used} of {most}. To go on with it, raise the budget in its settings, or begin a new thread.',
        { name, used: amounts.used, most: amounts.most },
      )
  }
}

/** What was changed in a flow where a turn stands, without a full stop. */
export function flowChangeWords(why: FlowChange): Message {
  switch (why.change) {
    case 'branches':
      return message('the chats that ran side by side are drawn in another way')
    case 'gone':
      return message('“{name}” is not drawn any more', { name: why.name })
    case 'other-kind':
      return message('“{name}” is a node of another kind now', { name: why.name })
    case 'other-steps':
      return message('“{name}” works in another way now', { name: why.name })
    case 'other-edge':
      return message('the way to “{name}” is drawn in another way', { name: why.name })
    case 'other-tool':
      return message('the tool “{name}” of its plan is not what it was', { name: why.name })
  }
}

function moveTo({ tool, to }: { tool: string; to: string }, t: Translate): string {
  return t('{tool} (to {name})', { tool, name: to })
}

/** So many names are told. */
const MOST_NAMED = 5

function few(names: readonly string[], t: Translate): string {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length <= MOST_NAMED
    ? shown
    : t('{names} and {count} more', { names: shown, count: names.length - MOST_NAMED })
}

/** What a source offers differently, a sentence without its full stop. */
function changedWords({ described, added, gone }: WarningFacts['tools-changed'], t: Translate): string {
  const quoted = (tools: readonly string[]) =>
    few(
      tools.map((tool) => t('“{words}”', { words: tool })),
      t,
    )
  const words = [
    ...(described.length === 0 ? [] : [t('described anew: {tools}', { tools: quoted(described) })]),
    ...(added.length === 0 ? [] : [t('added: {tools}', { tools: quoted(added) })]),
    ...(gone.length === 0 ? [] : [t('taken away: {tools}', { tools: quoted(gone) })]),
  ].join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
