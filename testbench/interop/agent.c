// The Linux end of the interop suite: does with a verbs device what it is told over UDP.
//
// A command is "NUMBER WORD ARGUMENTS", its answer "NUMBER TEXT". The same command may come again when its answer is lost: it is then not done
// again, only answered again. All numbers are decimal. There is one queue pair at a time, one memory region of MEMORY bytes, and one completion
// queue for both directions. Memory is named by offsets into the region, at the peer by address.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <rdma/rdma_netlink.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MEMORY (1 << 18)
#define PORT 7000
#define ANSWER 8192
#define ROOM 128 /* work requests of a queue, and completions twice */
#define PORT_NUMBER 1
#define GIDS 64 /* that are looked at */

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static struct ibv_cq *cq;
static struct ibv_qp *qp;
static unsigned char *memory;
static int gid_index;
static const char *netdev = "eth0";

__attribute__((noreturn, format(printf, 1, 2))) static void die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("agent: ");
    vprintf(format, list);
    printf(": %s\n", strerror(errno));
    exit(1);
}

// ---- the device

static void attribute(struct nlmsghdr *message, int type, const char *text)
{
    struct nlattr *at = (void *)((char *)message + NLMSG_ALIGN(message->nlmsg_len));
    at->nla_type = type;
    at->nla_len = NLA_HDRLEN + strlen(text) + 1;
    strcpy((char *)at + NLA_HDRLEN, text);
    message->nlmsg_len = NLMSG_ALIGN(message->nlmsg_len) + NLA_ALIGN(at->nla_len);
}

// What "rdma link add rxe0 type rxe netdev NAME" does.
static void add_device(const char *network)
{
    union {
        struct nlmsghdr message;
        char room[256];
    } out = { .message = { .nlmsg_len = NLMSG_HDRLEN, .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK } }, in;
    out.message.nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_NEWLINK);
    attribute(&out.message, RDMA_NLDEV_ATTR_DEV_NAME, "rxe0");
    attribute(&out.message, RDMA_NLDEV_ATTR_LINK_TYPE, "rxe");
    attribute(&out.message, RDMA_NLDEV_ATTR_NDEV_NAME, network);
    int netlink = socket(AF_NETLINK, SOCK_RAW, NETLINK_RDMA);
    if (netlink < 0 || send(netlink, &out, out.message.nlmsg_len, 0) < 0 || recv(netlink, &in, sizeof in, 0) < 0)
        die("netlink");
    struct nlmsgerr *verdict = NLMSG_DATA(&in.message);
    if (in.message.nlmsg_type != NLMSG_ERROR || verdict->error) {
        errno = -verdict->error;
        die("no RDMA device on %s", network);
    }
    close(netlink);
}

static void open_device(void)
{
    int count;
    struct ibv_device **list = ibv_get_device_list(&count);
    if (!list || !count)
        die("no verbs device");
    context = ibv_open_device(list[0]);
    pd = context ? ibv_alloc_pd(context) : NULL;
    cq = context ? ibv_create_cq(context, 2 * ROOM, NULL, NULL, 0) : NULL;
    memory = aligned_alloc(4096, MEMORY);
    memset(memory, 0, MEMORY);
    int rights = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
    mr = pd ? ibv_reg_mr(pd, memory, MEMORY, rights) : NULL;
    if (!mr || !cq)
        die("cannot set up the device");
}

// The device's address of that family on a VLAN, or on none for 0.
static int find_gid(int v6, unsigned vlan, union ibv_gid *gid)
{
    static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };
    char network[IFNAMSIZ];
    snprintf(network, sizeof network, vlan ? "%s.%u" : "%s", netdev, vlan);
    for (int index = 0; index < GIDS; index++) {
        struct ibv_gid_entry entry;
        if (ibv_query_gid_ex(context, PORT_NUMBER, index, &entry, 0) || entry.gid_type != IBV_GID_TYPE_ROCE_V2)
            continue;
        int v4 = !memcmp(&entry.gid, mapped, sizeof mapped);
        if (v4 == !v6 && entry.ndev_ifindex == if_nametoindex(network)) {
            *gid = entry.gid;
            gid_index = index;
            return 1;
        }
    }
    return 0;
}

// Joins a VLAN with this IPv4 address, and sends with that priority. The verbs device gets the new addresses a moment later.
static void join(char *answer, unsigned vlan, unsigned priority, const char *address)
{
    union ibv_gid gid;
    char command[512];
    snprintf(command, sizeof command,
             "n=%s.%u; vconfig add %s %u && vconfig set_egress_map $n 0 %u && echo 0 >/proc/sys/net/ipv6/conf/$n/accept_dad && "
             "ip addr add %s dev $n && ip link set $n up",
             netdev, vlan, netdev, vlan, priority, address);
    if (system(command)) {
        sprintf(answer, "error: no VLAN %u", vlan);
        return;
    }
    for (int wait = 0; wait < 100; wait++) {
        if (find_gid(0, vlan, &gid) && find_gid(1, vlan, &gid))
            return;
        usleep(50000);
    }
    sprintf(answer, "error: no addresses on VLAN %u", vlan);
}

// ---- the queue pair

static void destroy(void)
{
    struct ibv_wc completion;
    if (qp && ibv_destroy_qp(qp))
        die("cannot destroy the queue pair");
    qp = NULL;
    while (ibv_poll_cq(cq, 1, &completion) > 0)
        ;
}

static void create(char *answer, int v6, unsigned vlan, int access)
{
    union ibv_gid gid;
    char address[INET6_ADDRSTRLEN];
    destroy();
    if (!find_gid(v6, vlan, &gid)) {
        sprintf(answer, "error: no address");
        return;
    }
    struct ibv_qp_init_attr wanted = {
        .send_cq = cq,
        .recv_cq = cq,
        .qp_type = IBV_QPT_RC,
        .sq_sig_all = 1,
        .cap = { .max_send_wr = ROOM, .max_recv_wr = ROOM, .max_send_sge = 1, .max_recv_sge = 1 },
    };
    struct ibv_qp_attr init = { .qp_state = IBV_QPS_INIT, .port_num = PORT_NUMBER, .qp_access_flags = access };
    qp = ibv_create_qp(pd, &wanted);
    if (!qp || ibv_modify_qp(qp, &init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)) {
        sprintf(answer, "error: no queue pair");
        return;
    }
    inet_ntop(AF_INET6, gid.raw, address, sizeof address);
    sprintf(answer, "%u %u %" PRIu64 " %s", qp->qp_num, mr->rkey, (uint64_t)(uintptr_t)memory, address);
}

struct connection {
    unsigned qpn, expected, first, mtu, timeout, retries, rnr_retries, rnr_timer;
    char gid[64];
};

static void connect_to(char *answer, const struct connection *to)
{
    struct ibv_qp_attr rtr = {
        .qp_state = IBV_QPS_RTR,
        .path_mtu = (enum ibv_mtu)(__builtin_ctz(to->mtu) - 7), // 256 is 1
        .dest_qp_num = to->qpn,
        .rq_psn = to->expected,
        .max_dest_rd_atomic = 16,
        .min_rnr_timer = to->rnr_timer,
        .ah_attr = { .is_global = 1, .port_num = PORT_NUMBER, .grh = { .sgid_index = gid_index, .hop_limit = 64 } },
    };
    struct ibv_qp_attr rts = {
        .qp_state = IBV_QPS_RTS,
        .sq_psn = to->first,
        .timeout = to->timeout,
        .retry_cnt = to->retries,
        .rnr_retry = to->rnr_retries,
        .max_rd_atomic = 16,
    };
    if (inet_pton(AF_INET6, to->gid, &rtr.ah_attr.grh.dgid) != 1)
        sprintf(answer, "error: %s is no address", to->gid);
    else if (ibv_modify_qp(qp, &rtr,
                           IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                               IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
        sprintf(answer, "error: RTR: %s", strerror(errno));
    else if (ibv_modify_qp(qp, &rts,
                           IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                               IBV_QP_MAX_QP_RD_ATOMIC))
        sprintf(answer, "error: RTS: %s", strerror(errno));
}

// ---- work

struct request {
    unsigned opcode, offset, length, rkey, immediate;
    uint64_t address, compare, swap;
};

static void post(char *answer, const struct request *request)
{
    struct ibv_sge piece = { (uintptr_t)memory + request->offset, request->length, mr->lkey };
    struct ibv_send_wr work = {
        .sg_list = &piece,
        .num_sge = request->length > 0,
        .opcode = (enum ibv_wr_opcode)request->opcode,
        .imm_data = htonl(request->immediate),
    }, *refused;
    if (work.opcode == IBV_WR_ATOMIC_CMP_AND_SWP || work.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        work.wr.atomic.remote_addr = request->address;
        work.wr.atomic.rkey = request->rkey;
        work.wr.atomic.compare_add = request->compare;
        work.wr.atomic.swap = request->swap;
    } else {
        work.wr.rdma.remote_addr = request->address;
        work.wr.rdma.rkey = request->rkey;
    }
    int error = ibv_post_send(qp, &work, &refused);
    if (error)
        sprintf(answer, "error: not posted: %s", strerror(error));
}

static void receive(char *answer, unsigned offset, unsigned length)
{
    struct ibv_sge piece = { (uintptr_t)memory + offset, length, mr->lkey };
    struct ibv_recv_wr work = { .sg_list = &piece, .num_sge = length > 0 }, *refused;
    int error = ibv_post_recv(qp, &work, &refused);
    if (error)
        sprintf(answer, "error: not posted: %s", strerror(error));
}

// Completions as "STATUS OPCODE LENGTH IMMEDIATE;", as many as come in that time; the immediate is -1 where there is none.
static void poll_for(char *answer, unsigned count, unsigned milliseconds)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    *answer = 0;
    while (count) {
        struct ibv_wc done;
        if (ibv_poll_cq(cq, 1, &done) > 0) {
            int64_t immediate = done.wc_flags & IBV_WC_WITH_IMM ? (int64_t)ntohl(done.imm_data) : -1;
            unsigned length = done.opcode & IBV_WC_RECV ? done.byte_len : 0;
            answer += sprintf(answer, "%d %d %u %" PRId64 ";", done.status, done.opcode, length, immediate);
            count--;
            continue;
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t passed = (now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000;
        if (passed >= milliseconds)
            return;
        usleep(500);
    }
}

// ---- memory

// The pattern that the other end knows too.
static void fill(unsigned offset, unsigned length, uint32_t seed)
{
    for (unsigned index = 0; index < length; index++)
        memory[offset + index] = (seed + index) * 2654435761u >> 24;
}

static uint32_t crc32(const unsigned char *bytes, unsigned length)
{
    uint32_t crc = ~0u;
    while (length--) {
        crc ^= *bytes++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

// ---- commands

// The driver's counters that are not 0.
static void counters(char *answer)
{
    FILE *list = popen("cd /sys/class/infiniband/rxe0/ports/1/hw_counters && for name in *; do echo $name $(cat $name); done", "r");
    char name[64];
    uint64_t value;
    *answer = 0;
    while (list && fscanf(list, "%63s %" SCNu64, name, &value) == 2)
        if (value && strcmp(name, "lifespan"))
            answer += sprintf(answer, "%s %" PRIu64 ";", name, value);
    if (list)
        pclose(list);
}

// How many packets with a wrong ICRC the driver has dropped; init has set a probe for that.
static void wrong_icrcs(char *answer)
{
    FILE *trace = popen("cd /sys/kernel/tracing && cat events/kprobes/icrc/enable && grep -c icrc: trace", "r");
    unsigned on = 0, count;
    if (trace && fscanf(trace, "%u %u", &on, &count) == 2 && on)
        sprintf(answer, "%u", count);
    else
        strcpy(answer, "error: no probe at rxe_icrc_check");
    if (trace)
        pclose(trace);
}

// The checksum of memory of the program of that name: of count pieces of that length, each a step further.
static void peek(char *answer, const char *name, uint64_t address, unsigned length, unsigned step, unsigned count)
{
    static unsigned char found[MEMORY];
    char line[128], path[64];
    int process = 0;
    snprintf(line, sizeof line, "pidof '%s'", name);
    FILE *list = popen(line, "r");
    if (list && fscanf(list, "%d", &process) != 1)
        process = 0;
    if (list)
        pclose(list);
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDONLY);
    if (memory < 0) {
        sprintf(answer, "error: no program %s", name);
        return;
    }
    unsigned done = 0;
    while (done < count && pread(memory, found + done * length, length, (off_t)(address + (uint64_t)done * step)) == (ssize_t)length)
        done++;
    close(memory);
    if (done < count)
        sprintf(answer, "error: %s has no such memory", name);
    else
        sprintf(answer, "%u", crc32(found, count * length));
}

static void ping(char *answer, const char *address)
{
    char command[256];
    snprintf(command, sizeof command, "ping -c 3 -W 10 -s 300 '%s' >/dev/null", address);
    if (system(command))
        sprintf(answer, "error: no answer from %s", address);
}

// Starts a program that goes on beside us; its output is kept.
static void run(char *answer, const char *line)
{
    char command[1024];
    snprintf(command, sizeof command, "rm -f /tmp/status; (%s >/tmp/output 2>&1; echo $? >/tmp/ended; mv /tmp/ended /tmp/status) &", line);
    if (system(command))
        sprintf(answer, "error: '%.100s' does not start", line);
}

// How it ended, and its last line but for rules, or what it began to say if it failed; "running" before.
static void ran(char *answer)
{
    FILE *list = popen("cat /tmp/status 2>/dev/null && if grep -q ^0 /tmp/status; then grep -v ^--- /tmp/output | tail -n 1; else head -c 1000 /tmp/output; fi", "r");
    size_t length = list ? fread(answer, 1, ANSWER / 2, list) : 0;
    answer[length] = 0;
    if (list)
        pclose(list);
    if (!length)
        strcpy(answer, "running");
}

static int inside(uint64_t offset, uint64_t length)
{
    return offset <= MEMORY && length <= MEMORY - offset;
}

static void obey(char *answer, const char *command)
{
    unsigned a, b, c;
    uint64_t address;
    char text[64];
    struct connection to;
    struct request request;
    strcpy(answer, "ok");
    if (!strcmp(command, "hello") || !strcmp(command, "stop"))
        return;
    if (!strcmp(command, "counters"))
        counters(answer);
    else if (!strcmp(command, "icrc"))
        wrong_icrcs(answer);
    else if (!strncmp(command, "run ", 4))
        run(answer, command + 4);
    else if (!strcmp(command, "ran"))
        ran(answer);
    else if (!strcmp(command, "destroy"))
        destroy();
    else if (sscanf(command, "note %63s", text) == 1)
        ; // for who reads a capture
    else if (sscanf(command, "ping %63[0-9a-f.:%eth]", text) == 1)
        ping(answer, text);
    else if (sscanf(command, "peek %63[a-z_] %" SCNu64 " %u %u %u", text, &address, &a, &b, &c) == 5 && a <= MEMORY && c <= MEMORY &&
             inside(0, (uint64_t)a * c))
        peek(answer, text, address, a, b, c);
    else if (sscanf(command, "fill %u %u %u", &a, &b, &c) == 3 && inside(a, b))
        fill(a, b, c);
    else if (sscanf(command, "sum %u %u", &a, &b) == 2 && inside(a, b))
        sprintf(answer, "%u", crc32(memory + a, b));
    else if (sscanf(command, "word %u", &a) == 1 && inside(a, 8) && a % 8 == 0)
        sprintf(answer, "%" PRIu64, *(volatile uint64_t *)(memory + a));
    else if (sscanf(command, "poll %u %u", &a, &b) == 2 && a <= ROOM)
        poll_for(answer, a, b);
    else if (sscanf(command, "create %u %u %u", &a, &b, &c) == 3)
        create(answer, a, b, c);
    else if (sscanf(command, "join %u %u %63[0-9./]", &a, &b, text) == 3)
        join(answer, a, b, text);
    else if (!qp)
        sprintf(answer, "error: no queue pair for '%.100s'", command);
    else if (sscanf(command, "connect %u %63s %u %u %u %u %u %u %u", &to.qpn, to.gid, &to.expected, &to.first, &to.mtu, &to.timeout,
                    &to.retries, &to.rnr_retries, &to.rnr_timer) == 9)
        connect_to(answer, &to);
    else if (sscanf(command, "receive %u %u", &a, &b) == 2 && inside(a, b))
        receive(answer, a, b);
    else if (sscanf(command, "post %u %u %u %" SCNu64 " %u %u %" SCNu64 " %" SCNu64, &request.opcode, &request.offset, &request.length,
                    &request.address, &request.rkey, &request.immediate, &request.compare, &request.swap) == 8 &&
             inside(request.offset, request.length))
        post(answer, &request);
    else
        sprintf(answer, "error: what is '%.100s'?", command);
}

int main(int count, char **arguments)
{
    static char in[1024], answer[ANSWER], out[ANSWER + 32];
    struct sockaddr_in here = { .sin_family = AF_INET, .sin_port = htons(PORT) }, from;
    unsigned long last = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (count > 1)
        netdev = arguments[1];
    add_device(netdev);
    open_device();
    int channel = socket(AF_INET, SOCK_DGRAM, 0);
    if (channel < 0 || bind(channel, (struct sockaddr *)&here, sizeof here))
        die("no UDP port");
    printf("agent: ready\n");
    for (;;) {
        socklen_t size = sizeof from;
        ssize_t length = recvfrom(channel, in, sizeof in - 1, 0, (struct sockaddr *)&from, &size);
        char *command;
        if (length <= 0)
            continue;
        in[length] = 0;
        unsigned long number = strtoul(in, &command, 10);
        if (!number || *command++ != ' ')
            continue;
        if (number != last) {
            obey(answer, command);
            snprintf(out, sizeof out, "%lu %s", number, answer);
            last = number;
        }
        sendto(channel, out, strlen(out), 0, (struct sockaddr *)&from, size);
        if (!strcmp(command, "stop")) {
            usleep(100000);
            return 0;
        }
    }
}
