/** Russian: trying a tool, and pools of tools. */
import type { Translations } from '../translate'
import type { TOOLS_ZH } from '../zh/tools'

export const TOOLS_RU: Translations<typeof TOOLS_ZH> = {
  Form: 'Форма',
  'Arguments: shown as': 'Аргументы: вид',
  'Arguments as JSON': 'Аргументы в JSON',
  'It takes no arguments.': 'Аргументов нет.',
  'As JSON it also has: {names}': 'В JSON есть ещё: {names}',
  'Try {name}': 'Попробовать {name}',
  'Reading the tool': 'Чтение инструмента',
  'What it is called with': 'С чем вызывается',
  Run: 'Запустить',
  'Ctrl+Enter runs it': 'Ctrl+Enter — запуск',
  'What it gives is shown here. Nothing of it is kept.': 'Здесь появится результат. Он не сохраняется.',
  'Stopped. What it had done outside of Baton stays done.': 'Остановлено. Сделанное вне Baton не отменяется.',
  'As the model reads it': 'Как видит модель',
  '{count, plural, one {# model call} other {# model calls}}':
    '{count, plural, one {# вызов модели} few {# вызова модели} many {# вызовов модели} other {# вызова модели}}',
  'Result: shown as': 'Результат: вид',
  'What the model reads': 'Что видит модель',
  'What it gave': 'Что вернул инструмент',
  Done: 'Готово',
  'Not called: the arguments do not fit': 'Не вызван: аргументы не подходят',
  'No time left': 'Время вышло',
  'In a run it would also': 'При запуске он также',
  'set {name} to {value}': 'задал бы {name} = {value}',
  'set {name} to {value}, now {before}': 'задал бы {name} = {value}, сейчас {before}',
  'hand over to {name}': 'передал бы эстафету: {name}',
  'switch on {name}': 'включил бы {name}',
  'switch off {name}': 'отключил бы {name}',
  'This is not a number.': 'Это не число.',
  'This is not JSON yet. A text stands in quotes.': 'Это ещё не JSON. Текст пишется в кавычках.',
}
