/** Russian: looking back. */
import type { Translations } from '../translate'
import type { MOMENTS_ZH } from '../zh/moments'

export const MOMENTS_RU: Translations<typeof MOMENTS_ZH> = {
  'Step {step} of {total}, {time}': 'Шаг {step} из {total}, {time}',
  'Step {step} of {total}': 'Шаг {step} из {total}',
  'Back to now': 'Вернуться в настоящее',
  'Look back': 'Оглянуться назад',
  'Every step of the thread will stand here, to go back and look at.':
    'Здесь появится каждый шаг беседы, к которому можно вернуться.',
  Step: 'Шаг',
  'First step': 'Первый шаг',
  'Step back': 'Шаг назад',
  'Step forward': 'Шаг вперёд',
  'Last step': 'Последний шаг',
  'You are looking back. Go back to now to say something.':
    'Вы смотрите в прошлое. Вернитесь в настоящее, чтобы что-то сказать.',
  'You are looking back. Values can be changed now, not then.':
    'Вы смотрите в прошлое. Значения можно менять только в настоящем.',
  decision: 'решение',
  plan: 'план',
  question: 'вопрос',
  answer: 'ответ',
}
