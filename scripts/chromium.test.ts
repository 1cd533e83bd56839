/** Which browser the browser tests take: the shell without windows, wherever it is, before any whole browser. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { candidates, isShell, ownDownloads } from './chromium.mjs'
import { folderWith } from './temporary'

test('every shell is taken before any whole browser, whether it is on the path or was downloaded', () => {
  const own = ['/own/chromium-1/chrome-linux64/chrome', '/own/chromium_headless_shell-1/x/chrome-headless-shell']
  const found = candidates({ folders: ['/first', '/second'], own })
  const firstWhole = found.findIndex((file) => !isShell(file))
  expect(found.slice(firstWhole).filter(isShell)).toEqual([])
  expect(found.slice(0, firstWhole)).toEqual(
    expect.arrayContaining(['/usr/bin/chromium-headless-shell', join('/second', 'chromium-headless-shell'), own[1]]),
  )
  expect(found.slice(firstWhole)).toEqual(expect.arrayContaining(['/usr/bin/chromium', own[0]]))
})

test("Playwright's shell is found beside its whole browser, of the same download alone", async () => {
  const shellIn = (version: number) =>
    `chromium_headless_shell-${version}/chrome-headless-shell-linux64/chrome-headless-shell`
  const folder = await folderWith({ [shellIn(6)]: '', [shellIn(7)]: '' })
  const whole = (version: number) => join(folder, `chromium-${version}`, 'chrome-linux64', 'chrome')
  expect(ownDownloads(whole(7))).toEqual([join(folder, shellIn(7)), whole(7)])
  expect(ownDownloads(whole(8))).toEqual([whole(8)])
})
