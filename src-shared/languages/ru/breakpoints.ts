/** Russian: breakpoints and going step by step. */

export const BREAKPOINTS_RU = {
  'Paused before {name}': 'Пауза перед {name}',
  'It would call {tools}': 'Дальше будет вызов: {tools}',
  Debugging: 'Отладка',
  'Step over': 'Шаг с обходом',
  'Step into': 'Шаг с заходом',
  'Step out': 'Шаг с выходом',
  'Before {name}': 'Перед {name}',
  'After {name}': 'После {name}',
  'On an edge that is gone': 'На удалённой связи',
  'From {from} to {to}': 'Из {from} в {to}',
  'Calls of {tool}': 'Вызовы {tool}',
  '{name} is set': 'Задаётся {name}',
  'After a step': 'После шага',
  'Breakpoint: {place}': 'Точка останова: {place}',
  'Breakpoint: {place}, hit {hit}': 'Точка останова: {place}, попадание {hit}',
}
