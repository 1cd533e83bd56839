import { expect, test } from 'vitest'
import { splitStable } from './split-stable'

const long = 'word '.repeat(400)

test('a long text is cut at a blank line, never within a code fence', () => {
  expect(splitStable('short\n\ntext')).toEqual({ done: '', rest: 'short\n\ntext' })
  expect(splitStable(`${long}\n\ntail`)).toEqual({ done: long, rest: 'tail' })
  expect(splitStable(`${long}\n\n\`\`\`js\nlet a\n\nlet b`)).toEqual({ done: long, rest: '```js\nlet a\n\nlet b' })
  expect(splitStable(`\`\`\`\n${long}\n\nmore`)).toEqual({ done: '', rest: `\`\`\`\n${long}\n\nmore` })
})
