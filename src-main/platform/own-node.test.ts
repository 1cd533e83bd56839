import { expect, test } from 'vitest'
import { wrongNode } from './own-node'

test('an older Node is told in words, newer ones and Electron are not', () => {
  expect(wrongNode({ node: '20.19.2' })).toBe(
    'Baton needs Node 24, and this is Node 20.19.2. Start it with "npm start" or "npm run baton", which bring their own.',
  )
  const fine = [{ node: '24.21.0' }, { node: '26.0.0' }, { node: '22.20.0', electron: '45.4.1' }]
  expect(fine.map(wrongNode)).toEqual([null, null, null])
})
