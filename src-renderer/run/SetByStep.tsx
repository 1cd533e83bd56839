/** The way from what is shown to the step of the thread that made it. */
import { useDocks, useServices } from '../ui/services'
import { useT } from '../ui/language'
import { useRun, useRunStore } from './store/run-context'
import textStyles from '../ui/text.module.css'

/** Opens the strip for looking back and goes to a step, from 0. */
export function useGoToStep(): (step: number) => void {
  const run = useRunStore()
  const { docks } = useServices()
  const isOpen = useDocks((state) => state.lookBackOpen)
  return (step) => {
    if (!isOpen) docks.change({ lookBackOpen: true })
    run.look(step)
  }
}

/** The step that set a variable last, seen from the moment that is shown; null: none did. */
export function useWriteOf(variable: string): number | null {
  return useRun(({ record, past }) => record?.of.index.writeOf(variable, past?.step ?? Infinity) ?? null)
}

/** The step that wrote a log entry; null: it is not known. */
export function useStepOfEntry(entryId: string | null): number | null {
  return useRun(({ record }) => (entryId === null ? null : (record?.of.index.stepOfEntry(entryId) ?? null)))
}

/** The step that moved the baton last, seen from the moment that is shown. */
export function useLastMove(): number | null {
  return useRun(({ record, past }) => record?.of.index.moveBefore(past?.step ?? Infinity) ?? null)
}

export function SetByStep({ step }: { step: number }) {
  const t = useT()
  const goTo = useGoToStep()
  return (
    <button type="button" className={textStyles.nodeLink} onClick={() => goTo(step)}>
      {t('Set by step {step}', { step: step + 1 })}
    </button>
  )
}
