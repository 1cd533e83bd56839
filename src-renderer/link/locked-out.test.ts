import { expect, test } from 'vitest'
import { isLockedOut } from './locked-out'

test('Only a refusal locks the page out; a program that is gone or lets it in does not.', async () => {
  const answers = [
    () => Promise.resolve(new Response(null, { status: 403 })),
    () => Promise.resolve(new Response(null, { status: 200 })),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]
  expect(await Promise.all(answers.map((answer) => isLockedOut(answer)))).toEqual([true, false, false])
})
