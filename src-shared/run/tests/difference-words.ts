/** A difference of a test in words: one or two sentences that say what was expected and what came. */
import type { Message, PlainText, Translate } from '../../languages/translate'
import { asMessage, inARow, message } from '../../languages/translate'
import type { TestDifference, WhatDiffers } from './difference'
import type { FlowTest, RouteStep } from './test-file'

/** What a person calls a node. */
export type NameOf = (node: string) => string

/** Names of nodes as they are drawn now; of those that are gone, as they were called when the test was kept. */
export function namesOfTest({ nodes }: FlowTest, drawn: { readonly [id: string]: { readonly name: string } }): NameOf {
  return (node) => {
    const name = Object.hasOwn(drawn, node) ? drawn[node]?.name : Object.hasOwn(nodes, node) ? nodes[node] : undefined
    return name === undefined || name.trim() === '' ? node : name
  }
}

type LostCall = Extract<WhatDiffers, { is: 'not-offered' }>

/** What is different, in words. */
export function differenceWords(difference: TestDifference, nameOf: NameOf, t: Translate): string {
  return t.message(differenceMessage(difference, nameOf))
}

/** The same in no language yet. */
export function differenceMessage({ node, what, due, hosts }: TestDifference, nameOf: NameOf): Message {
  const sentences =
    what.is === 'not-offered'
      ? [lostWords(what, due, nameOf)]
      : [
          whatWords(what, nameOf),
          ...(due === null ? [] : [message('What was to come: {expected}', { expected: oneStep(due, nameOf) })]),
        ]
  if (hosts.length > 0 && node !== null) sentences.push(hostsWords(nameOf(node), hosts))
  return inARow(sentences, ' ')
}

/** Why code that fetches may have decided otherwise, and what to do. */
function hostsWords(name: string, hosts: readonly string[]): Message {
  return message(
    'The code of {name} may fetch from {hosts}, and a test reaches no host. Fetch in a tool instead, since what tools gave is kept, or run the test with the flow’s own models.',
    { name, hosts: hosts.join(', ') },
  )
}

/** A call by name that came to nothing: a hand-off, where that was to come, else a call of a tool. */
function lostWords({ node, tool }: LostCall, due: RouteStep | null, nameOf: NameOf): Message {
  const name = nameOf(node)
  return due?.is === 'baton'
    ? message(
        '{name} was to hand the conversation to {to} by calling {tool}. It has no hand-off of that name now, so the conversation stayed.',
        { name, to: nameOf(due.node), tool },
      )
    : message('{name} was to call {tool}, and it has no tool of that name now.', { name, tool })
}

function whatWords(what: Exclude<WhatDiffers, LostCall>, nameOf: NameOf): Message {
  switch (what.is) {
    case 'step':
      return stepWords(what.expected, what.came, nameOf)
    case 'new-model-call':
      return message(
        '{name} asked a model where it did not ask one when the test was kept, so there is no reply for it.',
        {
          name: nameOf(what.node),
        },
      )
    case 'new-tool-call':
      return message(
        '{name} called {tool}, which it did not call when the test was kept, so there is no result for it.',
        {
          name: nameOf(what.node),
          tool: what.tool,
        },
      )
    case 'new-question':
      return message(
        '{name} asked you something that it did not ask when the test was kept, so there is no answer to it.',
        {
          name: nameOf(what.node),
        },
      )
    case 'failed':
      return message('The turn failed: {why}', { why: what.why })
    case 'cannot-run':
      return what.why
  }
}

function stepWords(expected: RouteStep | null, came: RouteStep | null, nameOf: NameOf): Message {
  if (expected?.is === 'baton' && came?.is === 'baton')
    return message('The conversation was to go to {expected}, and went to {came}.', {
      expected: nameOf(expected.node),
      came: nameOf(came.node),
    })
  if (expected?.is === 'call' && came?.is === 'call') return callWords(expected, came, nameOf)
  if (expected?.is === 'said' && came?.is === 'said' && expected.node === came.node)
    return message('{name} was to say “{expected}”, and said “{came}”.', {
      name: nameOf(came.node),
      expected: cut(expected.text),
      came: cut(came.text),
    })
  if (expected === null && came !== null)
    return message('Nothing more was to happen in this turn. What came: {came}', { came: oneStep(came, nameOf) })
  if (expected !== null && came === null)
    return message('This was to happen, and nothing came: {expected}', { expected: oneStep(expected, nameOf) })
  return message('Expected: {expected} What came: {came}', {
    expected: expected === null ? '' : oneStep(expected, nameOf),
    came: came === null ? '' : oneStep(came, nameOf),
  })
}

type CallStep = Extract<RouteStep, { is: 'call' }>

function callWords(expected: CallStep, came: CallStep, nameOf: NameOf): Message {
  if (expected.node === came.node && expected.tool === came.tool && expected.toolNode === came.toolNode)
    return message('{name} was to call {tool} with {expected}, and called it with {came}.', {
      name: nameOf(came.node),
      tool: came.tool,
      expected: cut(JSON.stringify(expected.arguments)),
      came: cut(JSON.stringify(came.arguments)),
    })
  return message('{first} was to call {expected}. Instead {second} called {came}.', {
    first: nameOf(expected.node),
    expected: expected.tool,
    second: nameOf(came.node),
    came: came.tool,
  })
}

/** One step as a sentence. */
function oneStep(step: RouteStep, nameOf: NameOf): Message {
  switch (step.is) {
    case 'baton':
      return message('The conversation goes to {name}.', { name: nameOf(step.node) })
    case 'call':
      return message('{name} calls {tool}.', { name: nameOf(step.node), tool: step.tool })
    case 'said':
      return message('{name} says “{words}”.', { name: nameOf(step.node), words: cut(step.text) })
    case 'asked':
      return message('{name} asks you something.', { name: nameOf(step.node) })
    case 'ended':
      return asMessage(ENDS[step.how])
  }
}

const ENDS = {
  done: 'The turn ends.',
  limit: 'A limit ends the turn.',
  spoken: 'A message ends the turn.',
  stopped: 'The turn is stopped.',
  failed: 'The turn fails.',
} as const satisfies Record<Extract<RouteStep, { is: 'ended' }>['how'], PlainText>

const LONGEST = 160

/** Words as one line that can be read in passing. */
function cut(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LONGEST) return line
  return `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`
}
