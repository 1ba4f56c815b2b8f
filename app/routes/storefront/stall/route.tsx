import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { CalendarOff, Clock, MapPin } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { dayInWords } from "~/features/days";
import type { Stall } from "~/features/stores/schema";
import { askAddress } from "~/routes/shared/messages/area";
import { TraderDetails } from "~/routes/shared/trader/trader-details";
import { nameOf } from "~/routes/shared/titles";
import { sessionOf } from "~/session/session.server";
import { grid, row, section } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Stars } from "~/ui/stars/stars";
import { cardsOf, sharedPictureOf } from "../cards";
import { keyForLists } from "../form-key.server";
import { publicHeaders, publicMeta } from "../public-page";
import { EAGER, ShopCard, useMayBuy } from "../shop-card";
import { shownWay, Ways } from "../ways";
import { Banner } from "./banner";
import { MorePages } from "./more-pages";
import { readPages, stallAddress } from "./stall-address";
import * as styles from "./styles.css";

export const headers = publicHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page?.stall) return [{ title: `Stall not found – ${nameOf(matches)}` }, { name: "robots", content: "noindex" }];
  const { stall, pages } = page;
  return publicMeta(matches, {
    title: stall.name,
    description: stall.words.replace(/\s+/g, " ").slice(0, 155) || `What ${stall.name} has on sale.`,
    path: stallAddress(stall.id, pages.page),
    image: stall.banner,
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const id = args.params["stallId"] ?? "";
  const pages = readPages(new URL(args.request.url).searchParams);
  const place = await session.whereabouts.query();
  const query = { page: String(pages.page), from: String(pages.from), ...place };
  try {
    const [{ data: stall }, productList, { data: ways }, marks, formKey] = await Promise.all([
      read(session.api().stall[":id"].$get({ param: { id } })),
      read(session.api().stall[":id"].products.$get({ param: { id }, query })),
      read(session.api().stall[":id"].ways.$get({ param: { id }, query: place })),
      session.lists.marks(),
      keyForLists(session),
    ]);
    return data({
      stall: shownStall(stall),
      ways: ways.map((way) => shownWay(way, session.config.timeZone)),
      postcode: place.postcode ?? "",
      pages,
      total: productList.data.total,
      counted: productList.data.cut ? "more than 2,000" : String(productList.data.total),
      hasNextPage: productList.data.hasNextPage,
      // The heading above the cards names the stall.
      cards: cardsOf(productList.data.docs, marks, place).map(({ stall: _stall, ...card }) => card),
      formKey,
    });
  } catch (failure) {
    // A text that is no id finds nothing either.
    if (!(failure instanceof ApiFailure) || (failure.status !== 404 && failure.status !== 422)) throw failure;
    return data({ stall: null }, { status: 404, headers: { "Cache-Control": "no-cache" } });
  }
}

function shownStall({ _id, storeName, words, place, opening, trader, banner, holiday, reviews }: Stall) {
  return {
    id: _id,
    name: storeName || "A stall without a name",
    words,
    place,
    opening,
    ...(banner && { banner: sharedPictureOf(banner) }),
    trader,
    reviews: reviews ?? null,
    holiday: holiday && { ...holiday, from: dayInWords(holiday.from), until: dayInWords(holiday.until) },
  };
}

export default function StallPage() {
  const page = useLoaderData<typeof loader>();
  const mayBuy = useMayBuy();
  if (!page.stall) return <NoSuchStall />;
  const { stall, ways, postcode, pages, total, counted, hasNextPage, cards, formKey } = page;
  return (
    <>
      <header className={styles.head}>
        {stall.banner ? <Banner image={stall.banner} /> : null}
        <h1>{stall.name}</h1>
        {stall.reviews ? <Stars rating={stall.reviews.mean} count={stall.reviews.count} /> : null}
        <ul className={styles.facts}>
          {stall.holiday ? (
            <li className={styles.closed}>
              <Icon of={CalendarOff} />{" "}
              {stall.holiday.closedNow ? (
                <span>
                  <b>Closed until {stall.holiday.until}.</b> Look around; you can order again after that day.
                </span>
              ) : (
                <span>
                  <b>
                    Closed from {stall.holiday.from} to {stall.holiday.until}.
                  </b>{" "}
                  Until then it is open as ever.
                </span>
              )}
            </li>
          ) : null}
          {stall.place ? (
            <li>
              <Icon of={MapPin} /> <span>{stall.place}</span>
            </li>
          ) : null}
          {stall.opening ? (
            <li>
              <Icon of={Clock} /> <span className={styles.lines}>{stall.opening}</span>
            </li>
          ) : null}
        </ul>
        {stall.words ? <p className={styles.words}>{stall.words}</p> : null}
        {stall.trader ? <TraderDetails trader={stall.trader} title="Who sells here" /> : null}
        {mayBuy ? (
          <p className={row}>
            <MoreLink to={`/stalls/${stall.id}/follow`}>Follow this stall</MoreLink>
            <MoreLink to={askAddress("stall", stall.id)}>Ask the stall</MoreLink>
          </p>
        ) : null}
      </header>
      <Ways ways={ways} postcode={postcode} returnTo={stallAddress(stall.id)} />
      <section className={section}>
        <header>
          <h2>
            On sale <span className={styles.count}>{counted}</span>
          </h2>
        </header>
        {cards.length === 0 ? (
          <EmptyState
            title={total === 0 ? "Nothing on sale at the moment" : "The list ends before this page"}
            action={
              total === 0 ? (
                <ButtonLink to="/products">Show all products</ButtonLink>
              ) : (
                <ButtonLink to={stallAddress(stall.id)}>Back to the first page</ButtonLink>
              )
            }
          />
        ) : (
          <ul className={grid}>
            {cards.map((card, place) => (
              <ShopCard
                key={card.id}
                card={card}
                formKey={formKey}
                returnTo={stallAddress(stall.id, pages.page, pages.from)}
                eager={place < EAGER}
              />
            ))}
          </ul>
        )}
        <MorePages stallId={stall.id} pages={pages} total={total} hasNextPage={hasNextPage} />
      </section>
    </>
  );
}

/** Shown in place of a stall that does not exist or is closed for good. */
function NoSuchStall() {
  return (
    <EmptyState
      headingLevel={1}
      title="Stall not found"
      text="This stall is not open any more, or the link to it is not complete."
      action={
        <>
          <ButtonLink to="/products">Show all products</ButtonLink>
          <p>
            <MoreLink to="/">Back to the home page</MoreLink>
          </p>
        </>
      }
    />
  );
}
