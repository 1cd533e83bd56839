/** Copy, cut and paste without their keys: the same events as the browser makes of them, so that one listener answers both. */

/** Has the page fill the clipboard, as its key does. Answers whether anything was there to take. */
export async function takeToClipboard(type: 'copy' | 'cut'): Promise<boolean> {
  const clipboardData = new DataTransfer()
  document.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }))
  const text = clipboardData.getData('text/plain')
  if (text === '') return false
  await navigator.clipboard.writeText(text)
  return true
}

/** Has the page take what the clipboard holds, as its key does. Rejects where the clipboard may not be read. */
export async function putFromClipboard(): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', await navigator.clipboard.readText())
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
