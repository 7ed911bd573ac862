import { Code, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameOf, type OpenApi, type Operation, parameterOf, type Schema, typeOf } from './openapi.ts';

/** The whole contract of the API, endpoint by endpoint and shape by shape. */
export function ApiPage({ api }: { api: OpenApi }) {
  const { t } = useTranslation();
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return (
    <section aria-label={t('developers.contract')}>
      <Title order={2} size="h4" mt="xl">
        {t('developers.contract')} {api.info.version}
      </Title>
      <Text className="quiet" fz="sm">
        {t('developers.inEnglish')}
      </Text>
      <Text mb="md" lang="en">
        {api.info.description}
      </Text>
      {operations.map(({ method, path, operation }) => (
        <Endpoint key={operation.operationId} title={`${method} ${path}`} operation={operation} api={api} />
      ))}
      {Object.entries(api.webhooks).map(([name, { post }]) => (
        <Endpoint key={name} title={`POST ${t('developers.yourUrl')}`} operation={post} api={api} />
      ))}
      <Title order={2} size="h4" mt="xl" mb="sm">
        {t('developers.shapes')}
      </Title>
      {Object.entries(api.components.schemas).map(([name, schema]) => (
        <section key={name} aria-label={name} className="endpoint">
          <h3 id={`shape-${name}`}>{name}</h3>
          <Fields schema={schema} name={name} />
        </section>
      ))}
    </section>
  );
}

function Endpoint({ title, operation, api }: { title: string; operation: Operation; api: OpenApi }) {
  const { t } = useTranslation();
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const known = parameters.flatMap((parameter) => parameterOf(api, parameter) ?? []);
  const bodies = Object.entries(requestBody?.content ?? {});
  return (
    <section className="endpoint" aria-label={title}>
      <h3>
        <Code fz="md">{title}</Code> <span lang="en">{summary}</span>
      </h3>
      {description && (
        <Text>
          <Words text={description} />
        </Text>
      )}
      {known.length > 0 && (
        <Table aria-label={`${title}: ${t('developers.parameters')}`}>
          <Table.Tbody>
            {known.map(({ name, in: where, required, schema, description: about }) => (
              <Table.Tr key={name}>
                <Table.Td w={220}>
                  <Code>{name}</Code> {required && <em>{t('developers.required')}</em>}
                </Table.Td>
                <Table.Td>
                  {where}, {typeOf(schema)}. <Words text={about ?? ''} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {bodies.map(([type, { schema }]) => (
        <Text key={type}>
          {t('developers.body')}: <Code>{type}</Code>, <Shape schema={schema} />
        </Text>
      ))}
      <Table aria-label={`${title}: ${t('developers.answers')}`}>
        <Table.Tbody>
          {Object.entries(responses).map(([status, { description: about, content }]) => (
            <Table.Tr key={status}>
              <Table.Td w={220}>
                <Code>{status}</Code>
              </Table.Td>
              <Table.Td>
                <Words text={about ?? ''} />{' '}
                {Object.values(content ?? {}).map(({ schema }) => schema && <Shape key={status} schema={schema} />)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** A description of the contract, which is published in English alone; its names of things stand between backticks. */
function Words({ text }: { text: string }) {
  return (
    <span lang="en">
      {/* biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order */}
      {text.split('`').map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece))}
    </span>
  );
}

/** A shape's name, which leads to what it holds. */
function Shape({ schema }: { schema: Schema }) {
  if (!schema.$ref) return <Code>{typeOf(schema)}</Code>;
  const name = nameOf({ $ref: schema.$ref });
  return (
    <button
      type="button"
      className="as-link"
      onClick={() => document.getElementById(`shape-${name}`)?.scrollIntoView({ block: 'start' })}
    >
      {name}
    </button>
  );
}

function Fields({ schema, name, prefix = '' }: { schema: Schema; name: string; prefix?: string }) {
  const { t } = useTranslation();
  const rows = fieldsOf(schema, prefix);
  if (rows.length === 0) return <Code>{typeOf(schema)}</Code>;
  return (
    <Table aria-label={name}>
      <Table.Tbody>
        {rows.map(({ path, type, description, required }) => (
          <Table.Tr key={path}>
            <Table.Td w={260}>
              <Code>{path}</Code> {required && <em>{t('developers.required')}</em>}
            </Table.Td>
            <Table.Td>
              {type}. <Words text={description ?? ''} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface Field {
  path: string;
  type: string;
  description: string | undefined;
  required: boolean;
}

/** The fields of a shape, those of shapes inside it with their paths. */
function fieldsOf(schema: Schema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const inside = field.properties ? field : field.items?.properties ? field.items : null;
    const own = {
      path,
      type: typeOf(field),
      description: field.description,
      required: schema.required?.includes(name) ?? false,
    };
    return inside ? [own, ...fieldsOf(inside, `${path}${inside === field ? '' : '[]'}.`)] : [own];
  });
}
