/** Russian: decisions that are asked again. */
import type { Translations } from '../translate'
import type { REPLAYS_ZH } from '../zh/replays'

export const REPLAYS_RU: Translations<typeof REPLAYS_ZH> = {
  'Ask again': 'Спросить снова',
  'Ask again…': 'Спросить снова…',
  'No model was asked for any of these decisions.': 'Ни для одного из этих решений модель не спрашивали.',
  'Ask the decisions that are shown here again, with another model or prompt':
    'Снова задать вопросы этих решений другой модели или с другим промптом',
  'Who is asked, and what': 'Кого и о чём спросить',
  'As before': 'Как раньше',
  'Default of the connection': 'Модель подключения по умолчанию',
  'They have different prompts. Narrow the table to one kind of decision of one node.':
    'У них разные промпты. Оставьте в таблице один вид решений одного узла.',
  'Edit the prompt': 'Изменить промпт',
  'Prompt as before': 'Промпт как раньше',
  'Slots in braces are filled with their original values. {whole} is the whole prompt as it was sent.':
    'Слоты в фигурных скобках заполняются исходными значениями. {whole} — весь промпт, как он был отправлен.',
  'Only the first {count, number} of {total, number} decisions are asked. Narrow the table to ask others.':
    'Будут заданы вопросы только первых {count, number} решений из {total, number}. Чтобы выбрать другие, сузьте таблицу.',
  Price: 'Цена',
  'Counting…': 'Подсчёт…',
  Ask: 'Спросить',
  'Only the models are asked: no tool runs, and no thread changes. Decisions that come out differently are listed here.':
    'Спрашивают только модели: инструменты не запускаются, беседы не меняются. Здесь появятся решения с другим исходом.',
  'price not known': 'цена неизвестна',
  'about {input, number} tokens in, {output, number} out':
    'около {input, number} токенов на входе, {output, number} на выходе',
  '{count, plural, one {# is left out} other {# are left out}}':
    '{count, plural, one {# пропущено} few {# пропущено} many {# пропущено} other {# пропущено}}',
  '{count, plural, one {# flip} other {# flips}}':
    '{count, plural, one {# изменение} few {# изменения} many {# изменений} other {# изменения}}',
  Earlier: 'Прежние',
  Results: 'Результаты',
  Sum: 'Итог',
  Asked: 'Спрошено',
  'Decisions that were asked again': 'Решения, о которых спросили снова',
  '{count, number} more are not listed here. They are in the files.':
    'Ещё {count, number} здесь не показаны. Они есть в файлах.',
  'Every decision came out as before.': 'Все решения остались прежними.',
  Decision: 'Решение',
  'Before → now': 'Было → стало',
  '{count, number} failed': 'не удалось: {count, number}',
  stopped: 'остановлено',
  'Open the thread at this step': 'Открыть беседу на этом шаге',
}
