import { Button, Group, Menu, Modal, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxQuery, SavedView } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { addressOf } from '../route.ts';
import { askOnly, useInboxView } from './inbox-view.ts';

/** The longest name that a view may have. */
const MOST_LETTERS = 60;

export const viewsQuery = { queryKey: ['views'], queryFn: () => api.views() } as const;

const same = (a: InboxQuery, b: InboxQuery): boolean =>
  addressOf({ screen: 'inbox' }, a) === addressOf({ screen: 'inbox' }, b);

/** Lists that were given a name: shown again by a click, by everybody who works here. */
export function SavedViews() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { query } = useInboxView();
  const { data: views = [] } = useQuery(viewsQuery);
  const [naming, setNaming] = useState(false);
  const remove = useMutation({
    mutationFn: api.removeView,
    onSuccess: (left) => queries.setQueryData(viewsQuery.queryKey, left),
  });
  const current = views.find((view) => same(view.query, query));
  return (
    <>
      <Menu position="bottom-start" withinPortal={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" aria-label={[t('views.title'), current?.name].filter(Boolean).join(': ')}>
            <span className="truncate view-name">{current?.name ?? t('views.title')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} fw={view === current ? 600 : 400} onClick={() => askOnly(view.query)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {current ? (
            <Menu.Item onClick={() => remove.mutate(current.name)}>
              {t('views.remove', { name: current.name })}
            </Menu.Item>
          ) : (
            <Menu.Item disabled={same(query, {})} onClick={() => setNaming(true)}>
              {t('views.save')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && <NameView query={query} views={views} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameView({ query, views, onClose }: { query: InboxQuery; views: SavedView[]; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => api.saveView({ name: name.trim(), query }),
    onSuccess(all) {
      queries.setQueryData(viewsQuery.queryKey, all);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  const replaces = views.some((view) => view.name === name.trim());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('views.save')}
      closeButtonProps={{ 'aria-label': t('uploads.close') }}
      transitionProps={{ duration: 0 }}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('views.name')}
          maxLength={MOST_LETTERS}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.isError ? t('views.full') : null}
        />
        <Group justify="flex-end" mt="md">
          {replaces && (
            <Text role="status" fz="sm">
              {t('views.replaces')}
            </Text>
          )}
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('views.keep')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
