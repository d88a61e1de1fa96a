import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { t } from '../../locale.ts'
import { activityPath, activityTabs, type ActivityTab } from '../../routes.ts'
import { useServices } from '../../state/services.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EventsTab } from './events-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { StatisticsTab } from './statistics-tab.tsx'
import { emptyWorkForm, WorkFilter, type WorkForm } from './work-filter.tsx'

const keptAs = 'activity.work'

/** The work of this computer: the jobs of a period, their statistics, and every single event. */
export function ActivityScreen() {
  const { tab: named } = useParams<{ readonly tab?: string }>()
  const tab = activityTabs.find((one) => one === named) ?? 'jobs'
  const [, navigate] = useLocation()
  const { view } = useServices()
  const [form, setForm] = useState(() => (view.kept.get(keptAs) ?? emptyWorkForm) as WorkForm)
  const change = (changed: WorkForm): void => {
    view.kept.set(keptAs, changed)
    setForm(changed)
  }
  const filter = (
    <div className="px-5">
      <WorkFilter form={form} onChange={change} />
    </div>
  )
  const contents: Readonly<Record<ActivityTab, React.ReactNode>> = {
    jobs: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {filter}
        <JobsTab form={form} onTechnician={(technician) => change({ ...form, technician })} />
      </div>
    ),
    statistics: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {filter}
        <StatisticsTab form={form} onTechnician={(technician) => change({ ...form, technician })} />
      </div>
    ),
    events: <EventsTab />,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 py-4">
      <h1 className="px-5 text-title font-semibold">{t('activity.title')}</h1>
      <Tabs
        label={t('activity.title')}
        selected={tab}
        onSelect={(id) => navigate(activityPath(id), { replace: true })}
        tabs={activityTabs.map((id) => ({ id, name: t(`activity.tabs.${id}`), content: contents[id] }))}
      />
    </div>
  )
}
