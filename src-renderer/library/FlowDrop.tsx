/** Files that are dropped anywhere on the window, where nothing else takes them: they are imported. Nothing that is dropped takes the place of the app. */
import { useEffect, useState } from 'react'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import { bringIn } from './bring-in'
import styles from './FlowDrop.module.css'

export function FlowDrop() {
  const t = useT()
  const services = useServices()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // On the window, so behind the chat and the fields that take files themselves.
    const isOurs = ({ defaultPrevented, dataTransfer }: DragEvent): boolean =>
      !defaultPrevented && dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent): void => {
      const takes = isOurs(event)
      if (takes) event.preventDefault()
      setOver(takes)
    }
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      if (!isOurs(event)) return
      event.preventDefault()
      void bringIn(services, [...(event.dataTransfer?.files ?? [])])
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [services])
  useEffect(() => {
    if (!isOver) return
    // While something is dragged the pointer says nothing: it moves, so the drag was given up.
    const listening = new AbortController()
    window.addEventListener('pointermove', () => setOver(false), { signal: listening.signal })
    return () => listening.abort()
  }, [isOver])
  if (!isOver) return null
  return (
    <div className={styles.over} data-flow-drop>
      {t('Drop the file to import it')}
    </div>
  )
}
