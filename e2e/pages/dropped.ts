/** Files of the system that a person drags onto the window, as Chromium is told of them: real files and folders, by their paths. */
import type { Locator, Page } from '@playwright/test'
import { boxOf } from './canvas'

export type Dragged = Awaited<ReturnType<typeof dragFiles>>

/** Drags files into the middle of what is found; they are not let go yet. */
export async function dragFiles(page: Page, { files, over }: { files: readonly string[]; over: Locator }) {
  const { x, y, width, height } = await boxOf(over)
  const place = { x: x + width / 2, y: y + height / 2 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const tell = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
    session.send('Input.dispatchDragEvent', { type, ...place, data })
  await tell('dragEnter')
  await tell('dragOver')
  const end = async (type: 'drop' | 'dragCancel'): Promise<void> => {
    await tell(type)
    await session.detach()
  }
  return { drop: () => end('drop'), cancel: () => end('dragCancel') }
}
