/** Which addresses are out on the internet. */
import { describe, expect, it } from 'vitest'
import { isLocalName, isLoopbackAddress, isPublicAddress, literalAddress } from './addresses'

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'example.com',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('knows this machine by address and by name', () => {
    const addresses = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:7f00:1', '10.0.0.1', '0.0.0.0', '1::']
    expect(addresses.filter(isLoopbackAddress)).toEqual(['127.0.0.1', '127.9.9.9', '::1', '::ffff:7f00:1'])
    const names = ['localhost', 'localhost.', 'a.b.localhost', 'notlocalhost', 'localhost.example', '127.0.0.1']
    expect(names.filter(isLocalName)).toEqual(['localhost', 'localhost.', 'a.b.localhost'])
    expect(['[::1]', '10.0.0.1', 'a.example', '[::1'].map(literalAddress)).toEqual(['::1', '10.0.0.1', null, '::1'])
  })
})
