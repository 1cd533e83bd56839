/** The kind `condition`: passes the baton on over the first of its branches whose expression holds. */
import { asMessage, message as sentence } from '../languages/translate'
import { z } from 'zod'
import { branchNameIssue, branchSchema, ELSE_PORT, type Branch } from './branches'
import { checkExpression } from './expression-checks'
import { defineKind, type CheckContext, type KindProblem, type OutPort } from './kind'

const conditionSchema = z.looseObject({ branches: z.array(branchSchema).default([]) })
type ConditionData = z.infer<typeof conditionSchema>

export const conditionKind = defineKind({
  kind: 'condition',
  label: 'Condition',
  group: 'control',
  description: 'Checks the variables and goes on along the first branch that is true.',
  keywords: ['if', 'else', 'branch', 'switch', 'while', 'loop', 'decide', 'router'],
  shape: 'card',
  roles: { participant: true, step: true, way: true },
  schema: conditionSchema,
  accepts: ['next', 'handoff', 'after-work'],
  ports: ({ branches }) => [...portsOf(branches), portNamed(ELSE_PORT)],
  fields: [
    {
      key: 'branches',
      label: 'Branches',
      group: 'does',
      type: 'branches',
      help: 'The first that holds takes the baton. None holds: else.',
    },
  ],
  summary: ({ branches }) => branches.map(({ when }) => when.trim()).find((when) => when !== '') ?? 'No branches yet',
  check: (data, context) => checkCondition(data, context),
})

/** One port for each branch that can have one, in order. */
function portsOf(branches: readonly Branch[]): OutPort[] {
  const names = branches.map(({ name }) => name)
  return names.filter((name, at) => branchNameIssue(name, names.slice(0, at)) === null).map(portNamed)
}

function portNamed(name: string): OutPort {
  return { id: name, label: name, edge: 'next', max: 1, isNamed: true }
}

function checkCondition({ branches }: ConditionData, { graph, nodeId, declared }: CheckContext): KindProblem[] {
  const field = 'branches'
  if (branches.length === 0) {
    const message = sentence('There are no branches yet. Add one with an expression, such as {example}.', {
      example: '${tries} > 2',
    })
    return [{ severity: 'error', code: 'no-branches', field, message }]
  }
  const names = branches.map(({ name }) => name)
  return branches.flatMap(({ name, when }, at): readonly KindProblem[] => {
    const issue = branchNameIssue(name, names.slice(0, at))
    const named: KindProblem[] =
      issue === null
        ? []
        : [
            {
              severity: 'error',
              code: 'bad-branch-name',
              field,
              message: sentence('Branch {number}: {issue}', { number: at + 1, issue: asMessage(issue) }),
            },
          ]
    if (when.trim() === '') {
      const message = sentence(
        'The branch “{name}” has no expression. Write one, such as {example}, or remove the branch.',
        { name, example: '${tries} > 2' },
      )
      return [...named, { severity: 'error', code: 'no-condition', field, message }]
    }
    const written = checkExpression(when, { field, label: name, declared })
    if (issue !== null || graph.from(nodeId, name).length > 0) return [...named, ...written]
    const message = sentence(
      'The branch “{name}” leads nowhere: where it holds, the sequence ends. Draw an edge from it, or lead it to an End.',
      { name },
    )
    return [...written, { severity: 'warning', code: 'branch-leads-nowhere', field, message }]
  })
}
