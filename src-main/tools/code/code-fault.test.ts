/** Mistakes in code are found where they are, and code that runs has none. */
import { expect, test } from 'vitest'
import { codeFault } from './code-fault'

test('a mistake is told with its line, and code with types or without has none', () => {
  expect(codeFault('export function run(')?.message).toContain('end of the code')
  expect(codeFault('export function run(a: number) {\n  return a +\n}')).toEqual({
    line: 3,
    message: 'Expression expected',
  })
  expect(codeFault('export function run() {\n  await x\n}')?.line).toBe(2)
  expect(codeFault('export function run(args: { price: number }, baton) {\n  return args.price * 2\n}')).toBeNull()
  expect(codeFault('export async function run(args) {\n  return `${args.a}`\n}')).toBeNull()
})
