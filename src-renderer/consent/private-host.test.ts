import { expect, test } from 'vitest'
import { isPrivateHost } from './private-host'

test('hosts of this machine and its network are told from those on the internet', () => {
  const hosts = [
    ...['localhost', 'localhost:8080', 'a.localhost:1', '127.0.0.1:80', '2130706433', '0x7f.1:443', '10.1.2.3:443'],
    ...['172.31.0.1:80', '192.168.1.1', '169.254.169.254:80', '100.64.0.1', '[::1]:80', '[fe80::1]', '[fd00::2]:443'],
    ...['[::ffff:10.0.0.1]:80', 'printer:631', 'wiki.internal', 'nas.local:5000', '0.0.0.0:80', '[2001:db8::1]'],
  ]
  expect(hosts.filter((host) => !isPrivateHost(host))).toEqual([])
  const open = [
    ...['example.com', 'api.example.com:443', '8.8.8.8:53', '172.32.0.1', '172.15.0.1', '11.0.0.1', '192.169.0.1'],
    ...['[2606:4700::1111]:443', 'localhost.example.com', 'not a host', 'a/b', '', '*.example.com'],
  ]
  expect(open.filter(isPrivateHost)).toEqual([])
})
