/** Files that are dropped anywhere on the chat. */
import { useState, type DragEvent } from 'react'
import { filesOf, useFiles, type AttachProps } from './use-files'

/** What the chat is given so that files can be dropped on it; `data-drop` while some are above it. */
export function useFileDrop(onChange: AttachProps['onChange']) {
  const addFiles = useFiles(onChange)
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  return {
    'data-drop': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      addFiles(filesOf(event.dataTransfer))
    },
  }
}
