/** Workers that read before they answer, through the core: documents and web search (DefaultWorker 12, 15). */
import { inEnglish } from '../../../src-shared/testing/in-english'
import { afterEach, describe, expect, it } from 'vitest'
import { checkFlow } from '../../../src-shared/flow/checks/check'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'

let test: TestCore
afterEach(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})
const open = async (builder: FlowBuilder) => (test = await openTestCore(builder.build()))

describe('document worker', () => {
  const library = (data: { [field: string]: string } = {}) =>
    flow('Library')
      .start('g')
      .node('task-graph', 'g')
      .node('rag-worker', 'r', {
        name: 'Handbook',
        prompt: 'Work of Handbook. {context} {formatted_chat}',
        documents: [
          { name: 'delivery.md', text: '# Delivery\n\nWe deliver on Fridays within the city.' },
          { name: 'allergens.md', text: '# Allergens\n\nThe almond cake holds nuts.' },
        ],
        ...data,
      })
      .edge('intent', { from: 'g', to: 'r' }, { intent: 'none' })

  it('answers from the excerpts that fit, and names the sources that it cites', async () => {
    await open(library())
    test.server.reply({ text: 'On Fridays [1].' })
    const { said } = await test.turn('When do you deliver?')
    expect(test.server.requests[0]?.user).toMatch(/\[1\] delivery.md.*\n# Delivery\n\nWe deliver on Fridays/)
    expect(said).toEqual(['On Fridays [1].\n\nSources:\n[1] delivery.md – Delivery'])
  })

  it('if needed: a yes anywhere in the answer looks it up, anything else answers plainly (DefaultWorker 15)', async () => {
    await open(library({ when: 'if-needed' }))
    test.server.reply(
      { text: 'I would say YES.' },
      { text: 'On Fridays.' },
      { text: 'no' },
      { text: 'You are welcome.' },
    )
    expect((await test.turn('When do you deliver?')).said).toEqual(['On Fridays.'])
    expect(test.server.requests[1]?.user).toContain('We deliver on Fridays')
    expect((await test.turn('thanks')).said).toEqual(['You are welcome.'])
    expect(test.server.requests[3]?.user).not.toContain('We deliver on Fridays')
  })

  it('what it found is context for the next worker, not said (DefaultWorker 12, 14)', async () => {
    await open(
      library()
        .node('message-worker', 'm', { name: 'Speaker', prompt: 'Work of Speaker. {value} {context} {formatted_chat}' })
        .edge('intent', { from: 'r', to: 'm' }, { intent: 'none' }),
    )
    test.server.reply({ text: 'Found: Fridays.' }, { text: 'We come on Friday!' })
    expect((await test.turn('When?')).said).toEqual(['We come on Friday!'])
    expect(test.server.requests[1]?.user).toContain('Found: Fridays.')
  })

  it('a document that is only a file: a warning in the drawing and, in the app, a failure tied to the worker that says what to do', async () => {
    const drawing = flow('File')
      .start('g')
      .node('task-graph', 'g')
      .node('rag-worker', 'r', { documents: [{ name: 'Hours', path: 'hours.md' }] })
      .edge('intent', { from: 'g', to: 'r' }, { intent: 'none' })
    expect(inEnglish(checkFlow(drawing.build()))).toEqual([
      {
        node: 'r',
        severity: 'warning',
        code: 'document-is-file',
        field: 'documents',
        message:
          "The document “Hours” is the file “hours.md”, which is read only on the command line, beside the flow's own file. To use it in the app, remove it here and add the file with “Add files”.",
      },
    ])
    await open(drawing)
    const { outcome, events } = await test.turn('When do you open?')
    expect(events.at(-1)).toMatchObject({ type: 'run.failed', node: 'r', error: { code: 'consent-needed' } })
    expect(outcome).toMatchObject({
      error: {
        message:
          'The document "Hours" is a file ("hours.md"), and files are read only on the command line, where they lie beside the flow\'s own file. In the app, add its text to the worker with "Add files".',
      },
    })
  })
})

describe('search worker', () => {
  it('says that it cannot search where no connection is set up', async () => {
    await open(
      flow('Search')
        .start('g')
        .node('task-graph', 'g')
        .node('search-worker', 's')
        .edge('intent', { from: 'g', to: 's' }, { intent: 'none' }),
    )
    const { said, outcome } = await test.turn('news?')
    expect(outcome.state).toBe('finished')
    expect(said[0]).toContain('no search connection is set up')
    expect(test.server.calls).toBe(0)
  })
})
