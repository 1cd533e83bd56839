/** Where there is no network, what looks a name up or tries to leave is seen, and loopback works. */
import { expect, test } from 'vitest'
import { findNamespace, runWithoutNetwork } from './no-network.mjs'

const found = findNamespace()
const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''
const way = 'missing' in found ? [] : found.way

here(`loopback alone is reached, and neither looked up nor counted${why}`, async () => {
  const script = `
    const server = require('node:http').createServer((_, answer) => answer.end('here')).listen(0, '127.0.0.1', async () => {
      const { port } = server.address()
      for (const name of ['127.0.0.1', 'localhost']) console.log(await (await fetch('http://' + name + ':' + port)).text())
      process.exit(7)
    })`
  expect(await runWithoutNetwork(way, { args: ['-e', script] })).toEqual({
    code: 7,
    lookups: [],
    attempts: 0,
    output: 'here\nhere\n',
  })
})

here(`a name that is looked up, and an address that is tried, are seen${why}`, async () => {
  const script = `
    const { lookup, resolve4 } = require('node:dns')
    lookup('one.example', (error) => console.log(error.code))
    resolve4('two.example', (error) => console.log(error.code))
    for (const host of ['192.0.2.1', '2001:db8::1'])
      require('node:net').connect(443, host).on('error', ({ code }) => console.log(code))
    const socket = require('node:dgram').createSocket('udp4')
    socket.send('x', 5353, '224.0.0.251', ({ code }) => socket.close(() => console.log(code)))`
  const { lookups, attempts, output } = await runWithoutNetwork(way, { args: ['-e', script] })
  expect([...new Set(lookups)].toSorted()).toEqual(['one.example A', 'one.example AAAA', 'two.example A'])
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(output.match(/ENETUNREACH/g)).toHaveLength(3)
})
