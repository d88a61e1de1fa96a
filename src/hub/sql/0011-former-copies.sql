-- A copy follows its job: the station that has taken over a released job replaces the copy that the former station left.
alter policy own on setdesk.work using (
  station = setdesk.me() or setdesk.acting() in ('supervisor', 'upkeep')
  or exists (select from setdesk.job j where j.id = work.job and j.station = setdesk.me()));
