import { useState } from 'react'
import { Group } from 'react-aria-components/Group'
import { useTranslation } from 'react-i18next'
import type { TextLayout } from '../../../../../shared/domain/teach/text-layout.ts'
import { Button } from '../../../ui/button.tsx'
import { usedSeparators, type SeparatorName } from './separators.ts'

interface ExampleTextProps {
  readonly text: string
  readonly layout: TextLayout
  readonly onPoint: (name: SeparatorName, separator: string) => void
}

/** As much as one needs to see the separators, and no longer than a separator may be. */
const longest = 1200
const mostRows = 8
const longestSeparator = 10
const ignore = (): void => undefined

/** The beginning of a text in which a separator is pointed at: it is selected, and told what it separates. */
export function ExampleText({ text, layout, onPoint }: ExampleTextProps) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState('')
  const shown = text.slice(0, longest)
  const isSeparator = selected !== '' && selected.length <= longestSeparator && !selected.includes('"')
  return (
    <div className="grid gap-2">
      <label className="grid gap-1">
        <span className="text-small text-soft">{t('console.text.example')}</span>
        <textarea
          aria-readonly
          value={shown}
          // A read-only field has no caret, so nothing could be selected in it by keyboard: what is typed is not taken.
          onChange={ignore}
          rows={Math.min(mostRows, Math.max(3, shown.split('\n').length))}
          onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
            setSelected(value.slice(selectionStart, selectionEnd))
          }}
          className="w-full rounded-normal border border-line bg-sunken p-3 font-figures text-small"
        />
      </label>
      <Group aria-label={t('console.text.pointed')} className="flex flex-wrap items-center gap-2">
        {usedSeparators(layout).map((name) => (
          <Button
            key={name}
            isDisabled={!isSeparator}
            onPress={() => {
              onPoint(name, selected)
            }}
          >
            {t(`console.text.point.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  )
}
