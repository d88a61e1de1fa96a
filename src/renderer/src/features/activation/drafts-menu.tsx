import { Files } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { Draft, DraftForm } from '../../../../shared/domain/activation.ts'
import { joinWords, t } from '../../locale.ts'
import { writeBox } from '../scan/box-text.ts'

interface DraftsMenuProps {
  readonly draft: Draft
  /** `index`: among the drafts that wait. */
  readonly onOpen: (index: number) => void
}

/** The drafts that were put aside, to continue one of them. Renders nothing without one. */
export function DraftsMenu({ draft: { aside }, onOpen }: DraftsMenuProps) {
  if (aside === undefined || aside.length === 0) return undefined
  return (
    <MenuTrigger>
      <AriaButton className="inline-flex min-h-9 items-center gap-2 rounded-normal border border-edge bg-surface px-3 font-semibold data-hovered:bg-sunken">
        <Files aria-hidden size="1rem" />
        {t('activation.draft.waiting', { count: aside.length })}
      </AriaButton>
      <Popover className="max-w-[28rem] overflow-auto rounded-normal border border-line bg-raised p-1 shadow-high">
        <Menu aria-label={t('activation.draft.choose')} className="outline-none">
          {aside.map((form, index) => (
            <MenuItem
              key={form.id}
              id={form.id}
              textValue={sayDraft(form)}
              onAction={() => onOpen(index)}
              className="grid min-h-10 cursor-default rounded-small px-2.5 py-1.5 outline-offset-[-2px] data-focused:bg-accent-tint data-hovered:bg-accent-tint"
            >
              <Text slot="label" className="block font-semibold">
                {nameOf(form) || t('activation.draft.unnamed')}
              </Text>
              <Text slot="description" className="block font-figures text-small text-soft">
                {form.box.raw === '' ? t('activation.draft.noBox') : writeBox(form.box)}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const nameOf = ({ customer, logIn }: DraftForm): string =>
  `${customer.firstname} ${customer.lastname}`.trim() || logIn.userid

const sayDraft = (form: DraftForm): string => joinWords([nameOf(form), writeBox(form.box)], ', ')
